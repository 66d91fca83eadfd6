//@ about: What final fields lead to is seen by who finds the object by an opaque reference.
//@ engines: run predict

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

public class OpaqueFinalFields {
    static final class Config {
        private final int[] levels = new int[2];
        private final List<String> names = new ArrayList<>();

        Config() {
            levels[0] = 1;
            names.add("Ada");
        }
    }

    private static final VarHandle CURRENT = handle();
    private Config current;

    private static VarHandle handle() {
        try {
            return MethodHandles.lookup().findVarHandle(OpaqueFinalFields.class, "current", Config.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        OpaqueFinalFields shared = new OpaqueFinalFields();
        new Thread(() -> {
            Config seen = (Config) CURRENT.getOpaque(shared);
            while (seen == null) {
                Thread.onSpinWait();
                seen = (Config) CURRENT.getOpaque(shared);
            }
            int level = seen.levels[0] + seen.names.size();
        }).start();
        CURRENT.setOpaque(shared, new Config());
    }
}
