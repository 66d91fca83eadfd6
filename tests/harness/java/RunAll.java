import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs many programs one after the other in one JVM, each with a class loader of its own, as often as is asked for.
 *
 * <p>Arguments: a directory of results, where a line is added to this JVM's file before each program; how often; and a
 * file with a program a line: its name, its class path, its main class and its arguments, separated by tabs. After each
 * program {@code name ok} or {@code name failed: why} is printed.
 */
public final class RunAll {
    private RunAll() {
    }

    public static void main(String[] args) throws Exception {
        Path results = Path.of(args[0], ProcessHandle.current().pid() + ".jsonl");
        int times = Integer.parseInt(args[1]);
        for (String line : Files.readAllLines(Path.of(args[2]))) {
            String[] parts = line.split("\t");
            for (int time = 0; time < times; time++) {
                String mark = "{\"program\":\"" + parts[0] + "\"}\n";
                Files.write(results, mark.getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
                System.out.println(parts[0] + " " + run(parts));
            }
        }
        System.out.flush();
        // Threads that programs left behind do not keep the rest from ending.
        System.exit(0);
    }

    private static String run(String[] parts) throws Exception {
        List<URL> path = new ArrayList<>();
        for (String part : parts[1].split(File.pathSeparator)) {
            path.add(Path.of(part).toUri().toURL());
        }
        String[] arguments = new String[parts.length - 3];
        System.arraycopy(parts, 3, arguments, 0, arguments.length);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try {
            ClassLoader loader = new URLClassLoader(path.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
            Thread.currentThread().setContextClassLoader(loader);
            loader.loadClass(parts[2]).getMethod("main", String[].class).invoke(null, (Object) arguments);
            // A program ends with its last thread, which another one may have started just before its own end.
            boolean isAny = true;
            while (isAny) {
                isAny = joinAll();
            }
            // The start of a thread makes the detector look at what this one has left.
            Thread last = new Thread();
            last.start();
            last.join();
            return "ok";
        } catch (InvocationTargetException thrown) {
            return "failed: " + thrown.getCause();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** Waits for all threads that keep a JVM from ending; tells whether there were any. */
    private static boolean joinAll() throws InterruptedException {
        boolean isAny = false;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (!thread.isDaemon() && thread != Thread.currentThread() && !thread.getName().equals("DestroyJavaVM")) {
                thread.join();
                isAny = true;
            }
        }
        return isAny;
    }
}
