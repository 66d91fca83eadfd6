//@ about: VarHandle.set and get are plain accesses, so they race like a field's.
//@ engines: scan run predict

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandlePlainAccess {
    private static final VarHandle VALUE = valueHandle();

    private int value;

    private static VarHandle valueHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(VarHandlePlainAccess.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        VarHandlePlainAccess shared = new VarHandlePlainAccess();
        new Thread(() -> {
            VALUE.set(shared, 1);    //~ race(value) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = (int) VALUE.get(shared);    //~ race(value) read
    }
}
