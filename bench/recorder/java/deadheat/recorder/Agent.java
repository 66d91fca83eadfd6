package deadheat.recorder;

import java.io.File;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/**
 * Starts the recorder in a JVM: {@code -javaagent:recorder.jar=FACTS|CLASSES|ASM…}.
 *
 * <p>FACTS is the file that is written when the JVM exits; the rest is the class path of the rewriter. The
 * jar is on the boot class path, so that rewritten classes of every loader find {@link State}; the rewriter
 * and ASM have a class loader of their own, so that they cannot clash with the program's.
 */
public final class Agent {
    private Agent() {}

    public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
        String[] parts = arguments.split("\\|");
        URL[] path = new URL[parts.length - 1];
        for (int i = 0; i < path.length; i++) {
            path[i] = new File(parts[i + 1]).toURI().toURL();
        }
        ClassLoader loader = new URLClassLoader(path, null);
        Class<?> rewriter = loader.loadClass("deadheat.rewriter.Rewriter");
        // One thread state before any class is rewritten: whatever it needs of the JDK is loaded then.
        Recorder.state();
        instrumentation.addTransformer((ClassFileTransformer) rewriter.getConstructor().newInstance());
        Path facts = Path.of(parts[0]);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Output.write(facts), "recorder"));
    }
}
