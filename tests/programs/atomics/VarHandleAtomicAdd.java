//@ about: Two threads add to a plain field through VarHandle.getAndAdd only.
//@ engines: scan run predict

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleAtomicAdd {
    private static final VarHandle COUNT = countHandle();

    private int count;

    private static VarHandle countHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(VarHandleAtomicAdd.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    void increment() {
        int before = (int) COUNT.getAndAdd(this, 1);
    }

    public static void main(String[] args) {
        VarHandleAtomicAdd counter = new VarHandleAtomicAdd();
        new Thread(counter::increment).start();
        new Thread(counter::increment).start();
        int seen = (int) COUNT.getVolatile(counter);
    }
}
