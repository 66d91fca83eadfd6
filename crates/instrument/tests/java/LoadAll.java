import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Loads and links classes; prints those that fail. Each line of the file that is named is a directory, whose classes are
 * meant, or a directory or jar and the name of a class, which alone is. Further paths are only searched.
 */
public class LoadAll {
    private static int linked;
    private static int all;

    public static void main(String[] args) throws Exception {
        List<URL> beside = new ArrayList<>();
        for (String arg : List.of(args).subList(1, args.length)) {
            beside.add(Path.of(arg).toUri().toURL());
        }
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] words = line.split("\t");
            Path root = Path.of(words[0]);
            List<URL> urls = new ArrayList<>(List.of(root.toUri().toURL()));
            urls.addAll(beside);
            load(root, urls, words.length > 1 ? List.of(words[1]) : classes(root));
        }
        System.err.println(linked + " of " + all);
    }

    private static List<String> classes(Path root) throws Exception {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
                    .sorted().toList();
        }
    }

    private static void load(Path root, List<URL> urls, List<String> names) throws Exception {
        // The JDK's classes of the same name must not be in the way.
        ClassLoader parent = ClassLoader.getPlatformClassLoader();
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), parent)) {
            for (String name : names) {
                all++;
                try {
                    Class<?> found = Class.forName(name, false, loader);
                    // Links the class, which verifies it; its initialiser does not run.
                    found.getDeclaredMethods();
                    linked++;
                } catch (Throwable failure) {
                    String message = ("" + failure.getMessage()).lines().findFirst().orElse("");
                    System.out.println(root + "\t" + name + "\t" + failure.getClass().getName() + " " + message);
                    if (failure instanceof VerifyError && System.getProperty("whole") != null) {
                        System.out.println(failure.getMessage());
                    }
                }
            }
        }
    }
}
