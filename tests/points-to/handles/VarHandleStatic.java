//@ about: A variable handle of a static field needs no object.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleStatic {
    static Object shared;
    static Object other;

    public static void main(String[] args) throws Exception {
        VarHandle handle = MethodHandles.lookup().findStaticVarHandle(VarHandleStatic.class, "shared", Object.class);
        Object a = new Object();                //@site a
        handle.set(a);
        Expect.pointsTo(shared, "a");
        Expect.pointsToNothing(other);
    }
}
