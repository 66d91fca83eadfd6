//@ about: An opaque flag does not publish the value written before it.
//@ engines: scan run

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleOpaqueFlag {
    private static final VarHandle READY = readyHandle();

    private boolean ready;
    private int value;

    private static VarHandle readyHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(VarHandleOpaqueFlag.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        VarHandleOpaqueFlag shared = new VarHandleOpaqueFlag();
        new Thread(() -> {
            shared.value = 42;    //~ FN[run] race(value) write: opaque accesses count as synchronisation
            READY.setOpaque(shared, true);
        }).start();
        while (!(boolean) READY.getOpaque(shared)) {
            Thread.onSpinWait();
        }
        int seen = shared.value;    //~ FN[run] race(value) read: opaque accesses count as synchronisation
    }
}
