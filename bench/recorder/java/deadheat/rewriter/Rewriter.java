package deadheat.rewriter;

import deadheat.recorder.Recorder;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Rewrites the classes of the application as they are loaded. Members are neither added nor changed, so
 * that reflection and serialisation see what they would see without the recorder. A class that cannot be
 * rewritten runs as it is, and the facts say so.
 */
public final class Rewriter implements ClassFileTransformer {
    private final Set<String> libraryPackages = new HashSet<>();

    public Rewriter() {
        for (Module module : ModuleLayer.boot().modules()) {
            for (String name : module.getPackages()) {
                libraryPackages.add(name.replace('.', '/'));
            }
        }
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] bytes) {
        boolean isLibrary = loader == null || module.isNamed() || loader == Rewriter.class.getClassLoader();
        if (isLibrary || name == null || redefined != null || isLibraryClass(name)) {
            return null;
        }
        try {
            if (isGenerated(domain)) {
                Recorder.generated(name);
            }
            return rewrite(bytes);
        } catch (Throwable error) {
            Recorder.untouched(name, error.toString());
            return null;
        }
    }

    private static boolean isGenerated(ProtectionDomain domain) {
        return domain == null || domain.getCodeSource() == null || domain.getCodeSource().getLocation() == null;
    }

    /** Whether the JDK has this class, going by its package; arrays count as the JDK's. */
    boolean isLibraryClass(String name) {
        int end = name.lastIndexOf('/');
        return name.startsWith("[") || end > 0 && libraryPackages.contains(name.substring(0, end));
    }

    private byte[] rewrite(byte[] bytes) {
        Set<String> tooLarge = new HashSet<>();
        while (true) {
            OffsetReader reader = new OffsetReader(bytes);
            if ("java/lang/reflect/Proxy".equals(reader.getSuperName())) {
                // The JDK's own, wherever it puts them.
                return null;
            }
            ClassNode node = reader.read();
            register(node);
            for (MethodNode method : node.methods) {
                if (method.instructions.size() > 0 && !tooLarge.contains(method.name + method.desc)) {
                    new MethodRewriter(this, node, method, reader.offsets).rewrite();
                }
            }
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            node.accept(writer);
            try {
                return writer.toByteArray();
            } catch (MethodTooLargeException error) {
                Recorder.untouched(node.name + "." + error.getMethodName() + error.getDescriptor(), "too large");
                if (!tooLarge.add(error.getMethodName() + error.getDescriptor())) {
                    throw error;
                }
            }
        }
    }

    private static void register(ClassNode node) {
        Set<String> methods = new HashSet<>();
        for (MethodNode method : node.methods) {
            methods.add(method.name + method.desc);
        }
        Set<String> fields = new HashSet<>();
        for (FieldNode field : node.fields) {
            fields.add(field.name + field.desc);
        }
        Recorder.register(node.name, node.superName, methods, fields);
    }
}
