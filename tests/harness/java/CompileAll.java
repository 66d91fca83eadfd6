import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles many small programs in one JVM, each on its own, which is ten times quicker than a javac each.
 *
 * <p>Argument: a file with one job a line, its parts separated by tabs: the output directory, the number
 * of options, the options, the source files. What the compiler says of a failed job goes to the file
 * {@code errors} in the job's output directory.
 */
final class CompileAll {
    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files =
                compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
        for (String job : Files.readAllLines(Path.of(args[0]))) {
            List<String> parts = new ArrayList<>(List.of(job.split("\t")));
            Path output = Path.of(parts.remove(0));
            int count = Integer.parseInt(parts.remove(0));
            List<String> options = new ArrayList<>(parts.subList(0, count));
            options.addAll(List.of("-d", output.toString()));
            StringWriter said = new StringWriter();
            var sources = files.getJavaFileObjectsFromStrings(parts.subList(count, parts.size()));
            if (!compiler.getTask(said, null, null, options, null, sources).call()) {
                Files.writeString(output.resolve("errors"), said + "\n");
            }
        }
    }
}
