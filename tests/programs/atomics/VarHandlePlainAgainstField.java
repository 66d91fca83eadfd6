//@ about: A plain VarHandle.set races with an ordinary read of the same field.
//@ engines: scan run predict

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandlePlainAgainstField {
    private static final VarHandle VALUE = valueHandle();

    private int value;

    private static VarHandle valueHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(VarHandlePlainAgainstField.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        VarHandlePlainAgainstField shared = new VarHandlePlainAgainstField();
        new Thread(() -> {
            VALUE.set(shared, 1);    //~ race(value) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = shared.value;    //~ race(value) read
    }
}
