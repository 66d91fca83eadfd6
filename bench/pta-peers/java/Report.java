import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * What every runner of a peer shares: its arguments, the end of the clock, counting, and the one line of JSON.
 *
 * <p>Arguments, each with a value: {@code --program NAME}, {@code --class-path JARS}, {@code --jdk-jar JAR}
 * (see {@link JdkJar}), {@code --main CLASS}, {@code --sensitivity types|ci|1obj|2obj},
 * {@code --scope whole|customary}, {@code --reflection default|none}, {@code --methods FILE} (optional).
 *
 * <p>The clock runs from the start of the JVM to {@link #analysed}; what follows is counting, which no user
 * of the peer would wait for. All counts forget contexts:
 *
 * <ul>
 *   <li>methods: distinct (class, name, descriptor) whose class is in the JDK or on the class path. What the
 *       peer invented (fake roots, lambda classes, summaries' classes) is counted apart, as synthetic.
 *   <li>application methods: those whose class is on the class path and not in the JDK.
 *   <li>call edges: distinct (call site, callee), where a call site is the caller and the peer's own number of
 *       the call in it. Edges out of fake roots, and edges that stand for class initialisation, are not calls.
 *   <li>method edges: distinct (caller, callee) of the same edges.
 * </ul>
 */
final class Report {
    private final Map<String, String> arguments = new HashMap<>();
    private final Set<String> methods = new HashSet<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Set<List<Object>> callEdges = new HashSet<>();
    private final Set<Long> methodEdges = new HashSet<>();
    private double wallSeconds;
    private double cpuSeconds;
    private long peakKilobytes;

    Report(String[] args) {
        for (int index = 0; index + 1 < args.length; index += 2) {
            arguments.put(args[index], args[index + 1]);
        }
    }

    String argument(String name) {
        String value = arguments.get("--" + name);
        if (value == null) {
            throw new IllegalArgumentException("--" + name + " is missing");
        }
        return value;
    }

    List<String> classPath() {
        return List.of(argument("class-path").split(File.pathSeparator));
    }

    boolean reflection() {
        return argument("reflection").equals("default");
    }

    /** The analysis has ended: stops the clock. */
    void analysed() throws Exception {
        long start = ManagementFactory.getRuntimeMXBean().getStartTime();
        wallSeconds = (System.currentTimeMillis() - start) / 1e3;
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        cpuSeconds = system.getProcessCpuTime() / 1e9;
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            String line = lines.filter(text -> text.startsWith("VmHWM:")).findFirst().orElse("VmHWM: 0 kB");
            peakKilobytes = Long.parseLong(line.split("\\s+")[1]);
        }
    }

    /** Spells a method {@code class.name:descriptor}, the class with dots. */
    static String method(String type, String name, String descriptor) {
        return type + "." + name + ":" + descriptor;
    }

    /** A descriptor from types in the spelling of Java sources ({@code java.lang.String[]}). */
    static String descriptor(List<String> parameters, String result) {
        StringBuilder text = new StringBuilder("(");
        parameters.forEach(parameter -> text.append(descriptor(parameter)));
        return text.append(')').append(descriptor(result)).toString();
    }

    private static String descriptor(String type) {
        if (type.endsWith("[]")) {
            return "[" + descriptor(type.substring(0, type.length() - 2));
        }
        return switch (type) {
            case "void" -> "V";
            case "boolean" -> "Z";
            case "byte" -> "B";
            case "char" -> "C";
            case "short" -> "S";
            case "int" -> "I";
            case "long" -> "J";
            case "float" -> "F";
            case "double" -> "D";
            default -> "L" + type.replace('.', '/') + ";";
        };
    }

    void reachable(String method) {
        methods.add(method);
    }

    /** {@code site}: what tells the caller's call sites apart. */
    void edge(String caller, Object site, String callee) {
        long from = numbers.computeIfAbsent(caller, name -> numbers.size());
        long to = numbers.computeIfAbsent(callee, name -> numbers.size());
        callEdges.add(List.of(from, site, to));
        methodEdges.add(from << 32 | to);
    }

    /** Counts, and prints the line. */
    void print(String tool, String version, String notes) throws Exception {
        Set<String> library = classes(List.of(argument("jdk-jar")));
        Set<String> application = classes(classPath());
        application.removeAll(library);
        TreeSet<String> reached = new TreeSet<>();
        int known = 0;
        for (String method : methods) {
            String type = method.substring(0, method.lastIndexOf('.', method.indexOf(':')));
            if (application.contains(type)) {
                reached.add(method);
            }
            known += application.contains(type) || library.contains(type) ? 1 : 0;
        }
        if (arguments.containsKey("--methods")) {
            Files.write(Path.of(argument("methods")), reached);
        }
        System.out.println("{\"tool\":\"" + tool + "\",\"version\":\"" + version
                + "\",\"program\":\"" + argument("program")
                + "\",\"sensitivity\":\"" + argument("sensitivity")
                + "\",\"scope\":\"" + argument("scope")
                + "\",\"notes\":\"" + notes
                + "\",\"methods\":" + known
                + ",\"application_methods\":" + reached.size()
                + ",\"synthetic_methods\":" + (methods.size() - known)
                + ",\"call_edges\":" + callEdges.size()
                + ",\"method_edges\":" + methodEdges.size()
                + ",\"wall_seconds\":" + wallSeconds
                + ",\"cpu_seconds\":" + cpuSeconds
                + ",\"peak_kilobytes\":" + peakKilobytes + "}");
    }

    /** The classes of jars, with dots. */
    private static Set<String> classes(List<String> jars) throws Exception {
        Set<String> classes = new HashSet<>();
        for (String jar : jars) {
            try (JarFile file = new JarFile(jar)) {
                file.stream().map(entry -> entry.getName()).filter(name -> name.endsWith(".class"))
                        .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
                        .forEach(classes::add);
            }
        }
        return classes;
    }
}
