//@ about: A plain VarHandle.get reads a volatile field while another thread writes it.
//@ engines: scan run predict

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandlePlainOfVolatile {
    private static final VarHandle VALUE = valueHandle();

    private volatile int value;

    private static VarHandle valueHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(VarHandlePlainOfVolatile.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        VarHandlePlainOfVolatile shared = new VarHandlePlainOfVolatile();
        new Thread(() -> {
            shared.value = 1;    //~ FN[run,predict] race(value) write: volatile fields have no shadow
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = (int) VALUE.get(shared);    //~ FN[run,predict] race(value) read: volatile fields have no shadow
    }
}
