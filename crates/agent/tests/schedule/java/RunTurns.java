import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs programs that are ordered by {@link Turns}, one after the other in one JVM.
 *
 * <p>Argument: a file with the name of a main class a line. After each, {@code name ok} is printed; the first that fails is
 * the last that runs, for its threads may be stuck.
 */
public final class RunTurns {
    private RunTurns() {
    }

    public static void main(String[] args) throws Exception {
        for (String name : Files.readAllLines(Path.of(args[0]))) {
            try {
                run(name);
            } catch (Throwable thrown) {
                System.out.println(name + " failed: " + thrown);
                System.out.flush();
                Runtime.getRuntime().halt(1);
            }
            System.out.println(name + " ok");
        }
    }

    private static void run(String name) throws Throwable {
        Turns.begin();
        try {
            Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
        Turns.end();
    }
}
