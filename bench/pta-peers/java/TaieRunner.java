import java.util.List;
import pascal.taie.Main;
import pascal.taie.World;
import pascal.taie.analysis.graph.callgraph.CallGraph;
import pascal.taie.analysis.pta.core.solver.Solver;
import pascal.taie.analysis.pta.plugin.Plugin;
import pascal.taie.ir.stmt.Invoke;
import pascal.taie.language.classes.JClass;
import pascal.taie.language.classes.JMethod;

/**
 * Tai-e's pointer analysis and the call graph that it builds on the fly.
 *
 * <p>Runs in a directory where {@code java-benchmarks/JREs/jre1.17} holds the JDK's jar, which is where Tai-e
 * looks for it. Sensitivities: {@code ci}, {@code 1obj} and {@code 2obj} are its options of these names
 * (1-obj has no heap context, 2-obj has one level); strings, string builders and exceptions are merged, as it
 * does by default. There is no customary exclusion: both scopes are the whole JDK. Missing classes become
 * phantoms. One fix: see {@link SignaturePolymorphic}. Reflection: {@code default} is its default, string constants.
 */
public final class TaieRunner {
    public static void main(String[] args) throws Exception {
        Report report = new Report(args);
        String inference = report.reflection() ? "string-constant" : "null";
        Main.main(
                "-java", "17",
                "-ap",
                "-cp", String.join(java.io.File.pathSeparator, report.classPath()),
                "-m", report.argument("main"),
                "-a", "pta=cs:" + sensitivity(report.argument("sensitivity")) + ";reflection-inference:" + inference
                        + ";plugins:[" + SignaturePolymorphic.class.getName() + "]",
                "-a", "cg");
        CallGraph<Invoke, JMethod> graph = World.get().getResult("cg");
        report.analysed();
        graph.reachableMethods().forEach(method -> report.reachable(spell(method)));
        graph.edges().forEach(edge -> {
            Invoke site = edge.getCallSite();
            report.edge(spell(site.getContainer()), site, spell(edge.getCallee()));
        });
        String version = Main.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        version = version.replaceAll(".*-([0-9.]+)\\.jar$", "$1");
        report.print("tai-e", version, "reflection " + inference);
    }

    private static String sensitivity(String name) {
        return switch (name) {
            case "ci" -> "ci";
            case "1obj" -> "1-obj";
            case "2obj" -> "2-obj";
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static String spell(JMethod method) {
        List<String> parameters = method.getParamTypes().stream().map(type -> type.getName()).toList();
        String descriptor = Report.descriptor(parameters, method.getReturnType().getName());
        return Report.method(method.getDeclaringClass().getName(), method.getName(), descriptor);
    }

    /**
     * Keeps Tai-e from passing arguments to the native methods of VarHandle and MethodHandle, where it would
     * look for one parameter per argument and end with an exception: they are declared with one array.
     */
    public static final class SignaturePolymorphic implements Plugin {
        private Solver solver;

        @Override
        public void setSolver(Solver solver) {
            this.solver = solver;
        }

        @Override
        public void onStart() {
            for (String name : List.of("java.lang.invoke.VarHandle", "java.lang.invoke.MethodHandle")) {
                JClass type = solver.getHierarchy().getJREClass(name);
                if (type != null) {
                    type.getDeclaredMethods().stream().filter(JMethod::isNative).forEach(solver::addIgnoredMethod);
                }
            }
        }
    }
}
