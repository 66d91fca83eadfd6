//@ about: A variable handle of array elements reaches the given array.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleArray {
    private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(Object[].class);

    public static void main(String[] args) {
        Object[] one = new Object[1];
        Object[] two = new Object[1];
        Object a = new Object();                //@site a
        Object b = new Object();                //@site b
        ELEMENTS.setRelease(one, 0, a);
        ELEMENTS.compareAndSet(two, 0, null, b);
        Expect.pointsTo(one[0], "a");
        Object read = ELEMENTS.getAcquire(two, 0);
        Expect.pointsTo(read, "b");
    }
}
