package deadheat.recorder;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Writes the facts when the JVM exits: what each line means is in {@link #HEADER}. */
final class Output {
    static final List<String> HEADER = List.of(
            "# deadheat recorder, format 1: what one run did. Tab-separated, sorted, each fact once.",
            "# METHOD is class, name, descriptor; SITE is a METHOD and the offset of an instruction in it, as in",
            "# the class file; classes are named as in class files. A class that the JVM made up is named",
            "# HOST$$Lambda or $Proxy.",
            "# call SITE METHOD               the instruction entered the method, itself or through a lambda object",
            "# via-library SITE METHOD        the instruction called the JDK, which entered the method",
            "# root METHOD                    entered by the JVM or at the start of a thread",
            "# clinit METHOD                  a class was initialised",
            "# to-library SITE METHOD CLASS   a method of the JDK, as the instruction names it, and the receiver's",
            "#                                class (- if there is none or it was not looked at)",
            "# alloc SITE CLASS               an object or array was allocated",
            "# field CLASS NAME DESCRIPTOR CLASS   a field (with the class that declares it) was given such a value",
            "# element SITE CLASS             an array was given such a value",
            "# reflect SITE WHAT CLASS NAME DESCRIPTOR   class, method or constructor that a reflective call is about",
            "# generated CLASS                a class of the application that came from no file",
            "# untouched NAME REASON          a class or method that was not rewritten");

    private static final int NEW = 187;
    private static final int STATIC = 184;
    private static final int SPECIAL = 183;
    private static final int INVOKEDYNAMIC = 186;
    private static final int FIRST_CALL = 182;

    private final Set<String> lines = new TreeSet<>();

    private Output() {}

    static void write(Path file) {
        try {
            List<String> text = new ArrayList<>(HEADER);
            text.addAll(new Output().collect());
            Path fresh = file.resolveSibling(file.getFileName() + ".part");
            Files.write(fresh, text);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | RuntimeException error) {
            System.err.println("recorder: " + error);
        }
    }

    private Set<String> collect() {
        Recorder.EDGES.forEach(this::edge);
        for (int site = 1; site < Recorder.sites(); site++) {
            if (Recorder.hit[site]) {
                executed(Recorder.siteOf(site));
            }
        }
        Recorder.SEEN.forEach(this::seen);
        Recorder.REFLECTED.forEach(this::reflected);
        Recorder.GENERATED.stream().filter(Recorder.CLASSES::containsKey).forEach(name -> add("generated", name));
        for (Map.Entry<String, String> entry : Recorder.UNTOUCHED.entrySet()) {
            add("untouched", entry.getKey(), entry.getValue().replaceAll("\\s+", " "));
        }
        return lines;
    }

    private void add(Object... parts) {
        StringBuilder line = new StringBuilder();
        for (Object part : parts) {
            line.append(line.length() == 0 ? "" : "\t").append(part);
        }
        lines.add(line.toString());
    }

    private static String place(Recorder.Site site) {
        return Recorder.methodOf(site.method()) + "\t" + site.offset();
    }

    private void edge(long key) {
        Recorder.Method callee = Recorder.methodOf((int) key >>> 2);
        int number = (int) (key >>> 32);
        if (callee.name().equals("<clinit>")) {
            add("clinit", callee);
        } else if (number == 0) {
            add("root", callee);
        } else {
            Recorder.Site site = Recorder.siteOf(number);
            add(isDirect(site, (int) key & 3, callee) ? "call" : "via-library", place(site), callee);
        }
    }

    private static boolean isDirect(Recorder.Site site, int way, Recorder.Method callee) {
        boolean isNamed = callee.name().equals(site.name()) && callee.descriptor().equals(site.descriptor());
        return switch (site.opcode()) {
            case INVOKEDYNAMIC -> false;
            case STATIC, SPECIAL -> {
                boolean isConstructor = callee.name().equals("<init>");
                boolean isOurs = Recorder.CLASSES.containsKey(site.owner());
                yield isNamed && (isConstructor ? callee.owner().equals(site.owner()) : isOurs);
            }
            default -> way == Recorder.LAMBDA_RECEIVER || way == Recorder.SAME_RECEIVER && isNamed;
        };
    }

    /** Allocations, and calls of the JDK whose receiver was not looked at. */
    private void executed(Recorder.Site site) {
        if (site.opcode() >= NEW) {
            add("alloc", place(site), site.owner());
        } else if (site.opcode() != INVOKEDYNAMIC && isLibraryMethod(site.owner(), site)) {
            add("to-library", place(site), site.owner(), site.name(), site.descriptor(), "-");
        }
    }

    /** Whether a call finds its method outside of the application, if it starts to look in this class. */
    private static boolean isLibraryMethod(String type, Recorder.Site site) {
        String method = site.name() + site.descriptor();
        Recorder.ClassInfo info = Recorder.CLASSES.get(type);
        if (info == null) {
            return true;
        }
        while (info != null && !info.methods().contains(method)) {
            type = info.superName();
            info = Recorder.CLASSES.get(type);
        }
        // Interfaces are not looked at: what Object does not have may be a default method.
        return info == null && (!"java/lang/Object".equals(type) || isMethodOfObject(method));
    }

    private static boolean isMethodOfObject(String method) {
        for (Method declared : Object.class.getDeclaredMethods()) {
            if (method.equals(declared.getName() + descriptor(declared))) {
                return true;
            }
        }
        return false;
    }

    private void seen(Recorder.Seen seen) {
        String type = name(seen.type());
        if (seen.key() < 0) {
            Recorder.Field field = Recorder.fieldOf(~seen.key());
            add("field", declaring(field), field.name(), field.descriptor(), type);
            return;
        }
        Recorder.Site site = Recorder.siteOf(seen.key());
        if (site.opcode() < FIRST_CALL) {
            add("element", place(site), type);
        } else if (!seen.type().isHidden() && isLibraryMethod(type, site)) {
            add("to-library", place(site), site.owner(), site.name(), site.descriptor(), type);
        }
    }

    private static String declaring(Recorder.Field field) {
        String type = field.owner();
        Recorder.ClassInfo info = Recorder.CLASSES.get(type);
        while (info != null && info.superName() != null && !info.fields().contains(field.name() + field.descriptor())) {
            type = info.superName();
            info = Recorder.CLASSES.get(type);
        }
        return type;
    }

    private void reflected(Recorder.Reflected reflected) {
        Object target = reflected.target();
        String place = place(Recorder.siteOf(reflected.site()));
        if (target instanceof Class<?> type) {
            add("reflect", place, "class", name(type), "-", "-");
        } else if (target instanceof Method method) {
            String owner = name(method.getDeclaringClass());
            add("reflect", place, "method", owner, method.getName(), descriptor(method));
        } else if (target instanceof Constructor<?> constructor) {
            String owner = name(constructor.getDeclaringClass());
            add("reflect", place, "constructor", owner, "<init>", descriptor(constructor));
        }
    }

    private static String descriptor(Executable executable) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> parameter : executable.getParameterTypes()) {
            text.append(parameter.descriptorString());
        }
        text.append(')');
        return text.append(executable instanceof Method method ? method.getReturnType().descriptorString() : "V").toString();
    }

    /** The name as in class files; of classes that the JVM made up, without what differs from run to run. */
    private static String name(Class<?> type) {
        String name = type.getName().replace('.', '/');
        int lambda = name.indexOf("$$Lambda");
        if (type.isHidden()) {
            return lambda < 0 ? "$Hidden" : name.substring(0, lambda) + "$$Lambda";
        }
        return java.lang.reflect.Proxy.isProxyClass(type) ? "$Proxy" : name;
    }
}
