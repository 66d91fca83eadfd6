import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;

/** Says which method runs, and runs all methods of a class whose names start with "call". */
public final class Where {
    private Where() {}

    /** Prints the caller as the JVM knows it: class, name, descriptor. */
    public static void here() {
        StackWalker walker = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
        StackWalker.StackFrame frame = walker.walk(frames -> frames.skip(1).findFirst().get());
        System.out.println("  " + frame.getClassName() + "." + frame.getMethodName() + frame.getDescriptor());
    }

    public static void main(String[] args) throws Exception {
        Method[] methods = Class.forName(args[0]).getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method method : methods) {
            if (method.getName().startsWith("call")) {
                System.out.println(method.getName());
                method.setAccessible(true);
                try {
                    method.invoke(null);
                } catch (InvocationTargetException e) {
                    System.out.println("  " + e.getCause().getClass().getName());
                }
            }
        }
    }
}
