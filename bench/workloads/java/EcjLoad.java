import org.eclipse.jdt.core.compiler.batch.BatchCompiler;
import java.io.*;
import java.nio.file.*;

/** ECJ batch compile of a source tree, each of N threads compiling its own copy of the output (compiler itself uses a ProcessTaskManager thread). args: threads srcDir [extra cp] */
public class EcjLoad {
    public static void main(String[] a) throws Exception {
        int n = W.arg(a, 0, 2); String src = a[1], cp = W.arg(a, 2, ".");
        W.threads(n, id -> {
            Path out = Files.createTempDirectory(Paths.get(System.getProperty("java.io.tmpdir")), "ecj");
            StringWriter o = new StringWriter(), e = new StringWriter();
            boolean ok = BatchCompiler.compile(new String[] {"-17", "-nowarn", "-proc:none", "-proceedOnError", "-cp", cp, "-d", out.toString(), src}, new PrintWriter(o), new PrintWriter(e), null);
            long k; try (var s = Files.walk(out)) { k = s.filter(x -> x.toString().endsWith(".class")).count(); }
            System.out.println(ok + " classes=" + k + " " + e.toString().lines().filter(l -> l.contains("ERROR")).count());
        });
        W.done("ecj", n);
        System.exit(0);
    }
}
