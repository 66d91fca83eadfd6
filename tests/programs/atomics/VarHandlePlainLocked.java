//@ about: Plain accesses by a VarHandle are all made under one lock.
//@ engines: scan run predict

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandlePlainLocked {
    private static final VarHandle VALUE = valueHandle();

    private int value;

    private static VarHandle valueHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(VarHandlePlainLocked.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        VarHandlePlainLocked shared = new VarHandlePlainLocked();
        new Thread(() -> {
            synchronized (shared) {
                VALUE.set(shared, 1);
            }
        }).start();
        synchronized (shared) {
            int seen = (int) VALUE.get(shared);
            shared.value = seen + 1;
        }
    }
}
