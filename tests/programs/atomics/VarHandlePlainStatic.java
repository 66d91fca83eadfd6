//@ about: A static field is written by a plain VarHandle.set and read as an ordinary field.
//@ engines: scan run predict

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandlePlainStatic {
    private static final VarHandle VALUE = valueHandle();

    private static int value;

    private static VarHandle valueHandle() {
        try {
            return MethodHandles.lookup().findStaticVarHandle(VarHandlePlainStatic.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            VALUE.set(1);    //~ race(value) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = value;    //~ race(value) read
    }
}
