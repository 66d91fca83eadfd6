//@ about: A value is published by a write of a volatile field by its name, and read after a VarHandle saw the flag.
//@ engines: run predict

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VolatileReadByHandle {
    private static final VarHandle READY = readyHandle();

    private volatile boolean ready;
    private int value;

    private static VarHandle readyHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(VolatileReadByHandle.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        VolatileReadByHandle shared = new VolatileReadByHandle();
        new Thread(() -> {
            shared.value = 42;
            shared.ready = true;
        }).start();
        while (!(boolean) READY.getAcquire(shared)) {
            Thread.onSpinWait();
        }
        int seen = shared.value;
    }
}
