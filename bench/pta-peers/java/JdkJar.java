import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * Writes every class of the running JDK, all modules, into one jar without compression.
 *
 * <p>Argument: the jar. The peers know jars but not all of them know JDK images, and so all of them read
 * the same bytes. {@code module-info} classes are left out, because there is one per module.
 */
final class JdkJar {
    public static void main(String[] args) throws Exception {
        Path jar = Path.of(args[0]);
        Path part = Path.of(args[0] + ".part");
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules");
        Set<String> written = new HashSet<>();
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(part), 1 << 20);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> files = Files.walk(modules)) {
            out.setLevel(0);
            for (Path path : files.filter(path -> path.toString().endsWith(".class")).sorted().toList()) {
                // modules/MODULE/package/Name.class
                String name = path.subpath(2, path.getNameCount()).toString();
                if (!name.equals("module-info.class") && written.add(name)) {
                    out.putNextEntry(new JarEntry(name));
                    out.write(Files.readAllBytes(path));
                }
            }
        }
        Files.move(part, jar, StandardCopyOption.REPLACE_EXISTING);
    }
}
