//@ about: A field is written by VarHandle.setRelease and read as an ordinary field.
//@ engines: scan run predict

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleReleaseAgainstField {
    private static final VarHandle VALUE = valueHandle();

    private int value;

    private static VarHandle valueHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(VarHandleReleaseAgainstField.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        VarHandleReleaseAgainstField shared = new VarHandleReleaseAgainstField();
        new Thread(() -> {
            VALUE.setRelease(shared, 1);    //~ FN[run,predict] race(value) write: what a handle writes in release mode is synchronisation, and no access
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = shared.value;    //~ FN[run,predict] race(value) read: what a handle writes in release mode is synchronisation, and no access
    }
}
