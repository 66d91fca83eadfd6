import java.util.Iterator;
import java.util.List;
import soot.MethodOrMethodContext;
import soot.PackManager;
import soot.Scene;
import soot.SootClass;
import soot.SootMethod;
import soot.jimple.toolkits.callgraph.Edge;
import soot.options.Options;

/**
 * Soot's Spark: the points-to analysis that builds its call graph on the fly.
 *
 * <p>Sensitivity: {@code ci} only. Both scopes are the whole JDK. Missing classes become phantoms.
 * Reflection: {@code default} and {@code none} are the same here, as Soot's own handling (safe-newinstance,
 * safe-forname) is off by default.
 */
final class SootRunner {
    public static void main(String[] args) throws Exception {
        Report report = new Report(args);
        if (!report.argument("sensitivity").equals("ci")) {
            throw new IllegalArgumentException(report.argument("sensitivity"));
        }
        analyse(report);
        report.analysed();
        for (Iterator<MethodOrMethodContext> methods = Scene.v().getReachableMethods().listener();
                methods.hasNext(); ) {
            report.reachable(spell(methods.next().method()));
        }
        for (Edge edge : Scene.v().getCallGraph()) {
            if (!edge.isClinit() && edge.src() != null && edge.srcUnit() != null) {
                report.edge(spell(edge.src()), edge.srcUnit(), spell(edge.tgt()));
            }
        }
        String version = Scene.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        version = version.replaceAll(".*-([0-9.]+)\\.jar$", "$1");
        report.print("soot-spark", version, "reflection none");
    }

    private static void analyse(Report report) {
        Options options = Options.v();
        options.set_whole_program(true);
        options.set_include_all(true);
        options.set_allow_phantom_refs(true);
        options.set_ignore_resolution_errors(true);
        options.set_ignore_resolving_levels(true);
        options.set_output_format(Options.output_format_none);
        String separator = java.io.File.pathSeparator;
        options.set_soot_classpath(report.argument("jdk-jar") + separator + report.argument("class-path"));
        options.set_main_class(report.argument("main"));
        options.setPhaseOption("cg.spark", "enabled:true");
        SootClass main = Scene.v().loadClassAndSupport(report.argument("main"));
        main.setApplicationClass();
        Scene.v().loadNecessaryClasses();
        Scene.v().setMainClass(main);
        PackManager.v().getPack("cg").apply();
    }

    private static String spell(SootMethod method) {
        List<String> parameters = method.getParameterTypes().stream().map(type -> type.toString()).toList();
        String descriptor = Report.descriptor(parameters, method.getReturnType().toString());
        return Report.method(method.getDeclaringClass().getName(), method.getName(), descriptor);
    }
}
