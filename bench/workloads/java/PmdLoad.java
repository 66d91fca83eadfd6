import java.nio.file.Paths;
import net.sourceforge.pmd.PMDConfiguration;
import net.sourceforge.pmd.PmdAnalysis;
import net.sourceforge.pmd.reporting.Report;

/** PMD: its rules on design for Java sources, N threads. args: threads directories… */
public class PmdLoad {
    public static void main(String[] a) throws Exception {
        PMDConfiguration configuration = new PMDConfiguration();
        configuration.setThreads(W.arg(a, 0, 4));
        configuration.setIgnoreIncrementalAnalysis(true);
        configuration.addRuleSet("category/java/design.xml");
        for (int i = 1; i < a.length; i++) configuration.addInputPath(Paths.get(a[i]));
        try (PmdAnalysis analysis = PmdAnalysis.create(configuration)) {
            Report report = analysis.performAnalysisAndCollectReport();
            if (!report.getProcessingErrors().isEmpty()) throw new IllegalStateException(report.getProcessingErrors().get(0).getMsg());
            if (report.getViolations().isEmpty()) throw new IllegalStateException("nothing was found");
            W.done("pmd", report.getViolations().size());
        }
        System.exit(0);
    }
}
