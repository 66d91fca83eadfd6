package java.lang;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Which tests are running, for who reports a race: the methods that a test framework has called and that did not return, on
 * the stacks of all threads. A test that waits for its threads is on the stack of the framework's thread, whichever thread
 * races; so nothing has to be added to the tests, and no framework has to be told of a listener.
 */
final class DeadheatTests {
    private static final String[] FRAMEWORKS = {"org.junit.", "junit.framework.", "org.testng."};
    private static final String[] REFLECTION = {"java.lang.reflect.", "jdk.internal.reflect.", "java.lang.invoke."};
    /** To look at all stacks stops all threads for a moment: a program with this many races is not asked again. */
    private static final int MOST = 2000;
    /** A program that has shown no framework in so many races has none. */
    private static final int PATIENCE = 20;

    /** How often stacks were looked at, and whether there was a framework; guarded by the monitor of the class. */
    private static int asked;
    private static boolean isTested;

    private DeadheatTests() {
    }

    /** The running tests, as lines {@code Class.method}; nothing without a framework. */
    static synchronized String running() {
        if (asked >= MOST || asked >= PATIENCE && !isTested) {
            return "";
        }
        asked++;
        TreeSet<String> tests = new TreeSet<>();
        for (StackTraceElement[] stack : stacks()) {
            String test = test(stack);
            if (test != null) {
                tests.add(test);
            }
        }
        return String.join("\n", tests);
    }

    private static Collection<StackTraceElement[]> stacks() {
        try {
            return Thread.getAllStackTraces().values();
        } catch (SecurityException mayNot) {
            // A security manager of the program's must not fail the program by what it never asked for.
            return List.of();
        }
    }

    /** The outermost method that is called by reflection from inside a framework, and is not the framework's own. */
    private static String test(StackTraceElement[] stack) {
        boolean isInside = false;
        for (int at = stack.length - 1; at >= 0; at--) {
            String type = stack[at].getClassName();
            if (isOneOf(FRAMEWORKS, type)) {
                isInside = true;
                isTested = true;
            } else if (isInside && !isOneOf(REFLECTION, type) && isOneOf(REFLECTION, stack[at + 1].getClassName())) {
                return type + "." + stack[at].getMethodName();
            }
        }
        return null;
    }

    private static boolean isOneOf(String[] packages, String type) {
        for (String name : packages) {
            if (type.startsWith(name)) {
                return true;
            }
        }
        return false;
    }
}
