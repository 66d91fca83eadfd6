import java.io.InputStream;
import java.net.*;
import java.nio.file.*;

/** For each line "jar name" of the file given, prints what a class loader finds, or "null". */
class FindResources {
    public static void main(String[] args) throws Exception {
        StringBuilder out = new StringBuilder();
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] parts = line.split(" ");
            URL[] urls = { Path.of(parts[0]).toUri().toURL() };
            try (URLClassLoader loader = new URLClassLoader(urls, null);
                    InputStream stream = loader.getResourceAsStream(parts[1])) {
                out.append(stream == null ? "null" : new String(stream.readAllBytes(), "UTF-8")).append('\n');
            }
        }
        System.out.print(out);
    }
}
