//@ about: A value is published by VarHandle.setRelease and read after getAcquire saw the flag.
//@ engines: scan run predict

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleAcquireRelease {
    private static final VarHandle READY = readyHandle();

    private boolean ready;
    private int value;

    private static VarHandle readyHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(VarHandleAcquireRelease.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        VarHandleAcquireRelease shared = new VarHandleAcquireRelease();
        new Thread(() -> {
            shared.value = 42;
            READY.setRelease(shared, true);
        }).start();
        while (!(boolean) READY.getAcquire(shared)) {
            Thread.onSpinWait();
        }
        int seen = shared.value;
    }
}
