//@ about: A lock built from VarHandle.compareAndSet and setRelease guards a counter.
//@ engines: scan run predict

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleSpinLock {
    private static final VarHandle HELD = heldHandle();

    private boolean held;
    private int count;

    private static VarHandle heldHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(VarHandleSpinLock.class, "held", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    void increment() {
        while (!HELD.compareAndSet(this, false, true)) {
            Thread.onSpinWait();
        }
        count++;
        HELD.setRelease(this, false);
    }

    public static void main(String[] args) {
        VarHandleSpinLock counter = new VarHandleSpinLock();
        new Thread(counter::increment).start();
        new Thread(counter::increment).start();
    }
}
