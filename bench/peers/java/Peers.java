import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.SimpleVerifier;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.Value;
import sootup.java.bytecode.frontend.inputlocation.JavaClassPathAnalysisInputLocation;
import sootup.java.core.JavaSootClass;
import sootup.java.core.JavaSootMethod;
import sootup.java.core.views.JavaView;

/**
 * Reads and analyses every method of java.base with a peer, on one thread, several times over.
 *
 * <p>Arguments: the peer (asm-basic, asm-source,
 * asm-verifier, sootup), the number of rounds, a scratch directory. Each
 * round prints {@code round CPU-SECONDS METHODS}: the processor time of the working thread alone, so that
 * the garbage collector and the compiler threads of the JVM are not counted against the peer. The class
 * files are in memory (for SootUp: in a jar) before the clock starts. Last come
 * the processor time (user, system) and the peak memory of the whole process.
 */
final class Peers {
    public static void main(String[] args) throws Exception {
        List<byte[]> classes = javaBase();
        int rounds = Integer.parseInt(args[1]);
        Path jar = Path.of(args[2], "java.base-" + Runtime.version().feature() + ".jar");
        if (args[0].equals("sootup")) {
            writeJar(classes, jar);
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (int round = 0; round < rounds; round++) {
            long start = threads.getCurrentThreadCpuTime();
            int methods = switch (args[0]) {
                case "asm-basic" -> asm(classes, new BasicInterpreter());
                case "asm-source" -> asm(classes, new SourceInterpreter());
                case "asm-verifier" -> asm(classes, new SimpleVerifier());
                case "sootup" -> sootup(jar);
                default -> throw new IllegalArgumentException(args[0]);
            };
            double seconds = (threads.getCurrentThreadCpuTime() - start) / 1e9;
            System.out.println("round " + seconds + " " + methods);
        }
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        System.out.println("ticks " + fields[11] + " " + fields[12]);
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            lines.filter(line -> line.startsWith("VmHWM")).forEach(System.out::println);
        }
    }

    private static List<byte[]> javaBase() throws Exception {
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/java.base");
        List<byte[]> classes = new ArrayList<>();
        try (Stream<Path> files = Files.walk(base)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".class")).sorted().toList()) {
                if (!file.endsWith("module-info.class")) {
                    classes.add(Files.readAllBytes(file));
                }
            }
        }
        return classes;
    }

    private static <V extends Value> int asm(List<byte[]> classes, Interpreter<V> interpreter) throws Exception {
        int methods = 0;
        for (byte[] bytes : classes) {
            ClassNode node = new ClassNode();
            new ClassReader(bytes).accept(node, ClassReader.EXPAND_FRAMES);
            for (MethodNode method : node.methods) {
                if (method.instructions.size() > 0) {
                    new Analyzer<>(interpreter).analyze(node.name, method);
                    methods++;
                }
            }
        }
        return methods;
    }

    private static void writeJar(List<byte[]> classes, Path jar) throws Exception {
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream out = new JarOutputStream(file)) {
            out.setLevel(0);
            for (byte[] bytes : classes) {
                out.putNextEntry(new JarEntry(new ClassReader(bytes).getClassName() + ".class"));
                out.write(bytes);
            }
        }
    }

    private static int sootup(Path jar) {
        JavaView view = new JavaView(List.of(new JavaClassPathAnalysisInputLocation(jar.toString())));
        int methods = 0;
        for (JavaSootClass type : view.getClasses().collect(Collectors.toList())) {
            for (JavaSootMethod method : type.getMethods()) {
                if (method.hasBody()) {
                    method.getBody();
                    methods++;
                }
            }
        }
        return methods;
    }
}
