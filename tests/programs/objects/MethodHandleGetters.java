//@ about: Two threads read a field by the method handle of a getter.
//@ engines: scan run predict

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class MethodHandleGetters {
    private int level;

    static int read(MethodHandle getter, MethodHandleGetters gauge) {
        try {
            return (int) getter.invokeExact(gauge);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        MethodHandleGetters gauge = new MethodHandleGetters();
        MethodHandle getter = MethodHandles.lookup().findGetter(MethodHandleGetters.class, "level", int.class);
        new Thread(() -> read(getter, gauge)).start();
        new Thread(() -> read(getter, gauge)).start();
    }
}
