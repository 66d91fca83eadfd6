import com.ibm.wala.classLoader.CallSiteReference;
import com.ibm.wala.classLoader.IMethod;
import com.ibm.wala.classLoader.Language;
import com.ibm.wala.core.util.config.AnalysisScopeReader;
import com.ibm.wala.ipa.callgraph.AnalysisCacheImpl;
import com.ibm.wala.ipa.callgraph.AnalysisOptions;
import com.ibm.wala.ipa.callgraph.AnalysisOptions.ReflectionOptions;
import com.ibm.wala.ipa.callgraph.AnalysisScope;
import com.ibm.wala.ipa.callgraph.CGNode;
import com.ibm.wala.ipa.callgraph.CallGraph;
import com.ibm.wala.ipa.callgraph.CallGraphBuilder;
import com.ibm.wala.ipa.callgraph.IAnalysisCacheView;
import com.ibm.wala.ipa.callgraph.impl.FakeRootClass;
import com.ibm.wala.ipa.callgraph.impl.Util;
import com.ibm.wala.ipa.cha.ClassHierarchy;
import com.ibm.wala.ipa.cha.ClassHierarchyFactory;
import com.ibm.wala.types.ClassLoaderReference;
import com.ibm.wala.types.TypeReference;
import com.ibm.wala.util.config.PatternsFilter;
import java.io.InputStream;
import java.util.Iterator;
import java.util.jar.JarFile;

/**
 * WALA's call graph with points-to analysis.
 *
 * <p>Sensitivities: {@code types} is 0-CFA (an object is its class), {@code ci} 0-1-CFA (an object is its
 * allocation site; strings, exceptions, holders of primitives, and classes with many sites in one method are
 * merged), {@code 1obj} and {@code 2obj} are WALA's n-obj with the same merging. The scope {@code customary}
 * leaves out the classes of WALA's own Java60RegressionExclusions.txt. Classes whose superclass is missing
 * get Object for it. Reflection: {@code default} is ReflectionOptions.FULL, WALA's default.
 */
final class WalaRunner {
    private static final String MODEL = "primordial.jar.model";
    private static final String EXCLUSIONS = "Java60RegressionExclusions.txt";

    public static void main(String[] args) throws Exception {
        Report report = new Report(args);
        CallGraph graph = analyse(report);
        report.analysed();
        for (CGNode node : graph) {
            count(report, graph, node);
        }
        ReflectionOptions reflection = report.reflection() ? ReflectionOptions.FULL : ReflectionOptions.NONE;
        String version = Util.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        version = version.replaceAll(".*-([0-9.]+)\\.jar$", "$1");
        report.print("wala", version, "reflection " + reflection.name());
    }

    private static CallGraph analyse(Report report) throws Exception {
        ClassHierarchy hierarchy = ClassHierarchyFactory.makeWithRoot(scope(report));
        String main = "L" + report.argument("main").replace('.', '/');
        AnalysisOptions options =
                new AnalysisOptions(hierarchy.getScope(), Util.makeMainEntrypoints(hierarchy, main));
        options.setReflectionOptions(report.reflection() ? ReflectionOptions.FULL : ReflectionOptions.NONE);
        IAnalysisCacheView cache = new AnalysisCacheImpl();
        CallGraphBuilder<?> builder = switch (report.argument("sensitivity")) {
            case "types" -> Util.makeZeroCFABuilder(Language.JAVA, options, cache, hierarchy);
            case "ci" -> Util.makeZeroOneCFABuilder(Language.JAVA, options, cache, hierarchy);
            case "1obj" -> Util.makeNObjBuilder(1, options, cache, hierarchy);
            case "2obj" -> Util.makeNObjBuilder(2, options, cache, hierarchy);
            default -> throw new IllegalArgumentException(report.argument("sensitivity"));
        };
        return builder.makeCallGraph(options, null);
    }

    private static AnalysisScope scope(Report report) throws Exception {
        ClassLoader loader = WalaRunner.class.getClassLoader();
        AnalysisScope scope = AnalysisScope.createJavaAnalysisScope();
        if (report.argument("scope").equals("customary")) {
            try (InputStream list = loader.getResourceAsStream(EXCLUSIONS)) {
                scope.setExclusions(new PatternsFilter(list));
            }
        }
        scope.addToScope(ClassLoaderReference.Primordial, new JarFile(report.argument("jdk-jar")));
        AnalysisScopeReader.instance.processScopeDefLine(scope, loader, "Primordial,Java,jarFile," + MODEL);
        for (String jar : report.classPath()) {
            scope.addToScope(ClassLoaderReference.Application, new JarFile(jar));
        }
        return scope;
    }

    private static void count(Report report, CallGraph graph, CGNode node) {
        if (isRoot(node.getMethod())) {
            return;
        }
        String caller = spell(node.getMethod());
        report.reachable(caller);
        for (Iterator<CallSiteReference> sites = node.iterateCallSites(); sites.hasNext(); ) {
            CallSiteReference site = sites.next();
            for (CGNode callee : graph.getPossibleTargets(node, site)) {
                report.edge(caller, site.getProgramCounter(), spell(callee.getMethod()));
            }
        }
    }

    private static boolean isRoot(IMethod method) {
        return method.getDeclaringClass().getReference().equals(FakeRootClass.fakeRootClass(
                method.getDeclaringClass().getClassLoader().getReference()));
    }

    private static String spell(IMethod method) {
        TypeReference type = method.getDeclaringClass().getReference();
        String name = type.getName().toString().substring(1).replace('/', '.');
        return Report.method(name, method.getName().toString(), method.getDescriptor().toString());
    }
}
