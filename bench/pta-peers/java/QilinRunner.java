import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import qilin.core.PTA;
import qilin.core.builder.callgraph.Edge;
import qilin.driver.PTAFactory;
import qilin.driver.PTAPattern;
import qilin.pta.PTAConfig;
import qilin.util.PTAUtils;
import sootup.core.inputlocation.AnalysisInputLocation;
import sootup.core.model.SootMethod;
import sootup.core.model.SourceType;
import sootup.java.bytecode.frontend.inputlocation.JavaClassPathAnalysisInputLocation;
import sootup.java.core.views.JavaView;

/**
 * Qilin's pointer analysis on SootUp.
 *
 * <p>Sensitivities: {@code ci}, {@code 1obj} and {@code 2obj} are its patterns insens, 1o and 2o. The entry
 * point is the main method alone: its implicit entry points are methods of Java 8 that newer JDKs lack.
 * It also wants the field java.lang.ref.Reference.pending of Java 8, which is added to the class here.
 * Reflection: it knows logs of runs only, and has none here. Both scopes are the whole JDK.
 */
final class QilinRunner {
    public static void main(String[] args) throws Exception {
        Report report = new Report(args);
        PTAConfig.v().getPtaConfig().singleentry = true;
        PTAConfig.v().getAppConfig().MAIN_CLASS = report.argument("main");
        PTAPattern pattern = new PTAPattern(pattern(report.argument("sensitivity")));
        PTAConfig.v().getPtaConfig().ptaPattern = pattern;
        PTAConfig.v().getPtaConfig().ptaName = pattern.toString();
        PTA analysis = PTAFactory.createPTA(pattern, view(report), report.argument("main"));
        analysis.run();
        report.analysed();
        analysis.getNakedReachableMethods().stream().filter(method -> !PTAUtils.isFakeMainMethod(method))
                .forEach(method -> report.reachable(spell(method)));
        for (Edge edge : analysis.getCallGraph()) {
            if (!edge.isClinit() && !PTAUtils.isFakeMainMethod(edge.src())) {
                report.edge(spell(edge.src()), edge.srcUnit(), spell(edge.tgt()));
            }
        }
        String version = PTA.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        version = version.replaceAll(".*-([0-9.]+)\\.jar$", "$1");
        report.print("qilin", version, "reflection none, entry point main alone");
    }

    private static JavaView view(Report report) throws Exception {
        List<AnalysisInputLocation> inputs = new ArrayList<>();
        Path reference = reference(report.argument("jdk-jar"));
        inputs.add(new JavaClassPathAnalysisInputLocation(reference.toString(), SourceType.Library));
        inputs.add(new JavaClassPathAnalysisInputLocation(report.argument("jdk-jar"), SourceType.Library));
        for (String jar : report.classPath()) {
            inputs.add(new JavaClassPathAnalysisInputLocation(jar, SourceType.Application));
        }
        return new JavaView(inputs);
    }

    /** A directory with java.lang.ref.Reference and the field that Qilin looks for. */
    private static Path reference(String jdkJar) throws Exception {
        ClassWriter writer = new ClassWriter(0);
        try (JarFile jar = new JarFile(jdkJar)) {
            String name = "java/lang/ref/Reference";
            new ClassReader(jar.getInputStream(jar.getEntry(name + ".class"))).accept(writer, 0);
            writer.visitField(Opcodes.ACC_STATIC, "pending", "L" + name + ";", null, null).visitEnd();
        }
        Path directory = Files.createDirectories(Path.of("qilin-reference/java/lang/ref"));
        Files.write(directory.resolve("Reference.class"), writer.toByteArray());
        return Path.of("qilin-reference").toAbsolutePath();
    }

    private static String pattern(String sensitivity) {
        return switch (sensitivity) {
            case "ci" -> "insens";
            case "1obj" -> "1o";
            case "2obj" -> "2o";
            default -> throw new IllegalArgumentException(sensitivity);
        };
    }

    private static String spell(SootMethod method) {
        List<String> parameters = method.getParameterTypes().stream().map(type -> type.toString()).toList();
        String descriptor = Report.descriptor(parameters, method.getReturnType().toString());
        String type = method.getDeclaringClassType().getFullyQualifiedName();
        return Report.method(type, method.getName(), descriptor);
    }
}
