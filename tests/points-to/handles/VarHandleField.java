//@ about: A variable handle of a field reads and writes the field of the given object.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleField {
    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Holder.class, "value", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        Holder one = new Holder();
        Holder two = new Holder();
        Object a = new Object();                //@site a
        Object b = new Object();                //@site b
        Object c = new Object();                //@site c
        VALUE.set(one, a);
        VALUE.compareAndSet(two, null, b);
        Object read = VALUE.getVolatile(one);
        Expect.pointsTo(read, "a");
        Expect.pointsTo(two.value, "b", "c");
        Object old = VALUE.getAndSet(two, c);
        Expect.pointsTo(old, "b", "c");
        Expect.pointsToNothing(one.other);
    }
}

class Holder {
    volatile Object value;
    volatile Object other;
}
