import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Loads and links all classes of a directory; prints those that fail. Further paths are only searched. */
public class LoadAll {
    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        List<URL> urls = new ArrayList<>();
        for (String arg : args) {
            urls.add(Path.of(arg).toUri().toURL());
        }
        List<String> names;
        try (Stream<Path> files = Files.walk(root)) {
            names = files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
                    .sorted().toList();
        }
        int linked = 0;
        // The JDK's classes of the same name must not be in the way.
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            for (String name : names) {
                try {
                    Class<?> found = Class.forName(name, false, loader);
                    found.getDeclaredMethods();
                    linked++;
                } catch (Throwable failure) {
                    System.out.println(name + ": " + failure.getClass().getName()
                            + ("" + failure.getMessage()).lines().findFirst().map(line -> " " + line).orElse(""));
                    if (failure instanceof VerifyError && System.getProperty("whole") != null) {
                        System.out.println(failure.getMessage());
                    }
                }
            }
        }
        System.err.println(linked + " of " + names.size());
    }
}
