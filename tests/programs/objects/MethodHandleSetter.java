//@ about: A field is written by the method handle of a setter.
//@ engines: scan run predict

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class MethodHandleSetter {
    private int level;

    public static void main(String[] args) throws ReflectiveOperationException {
        MethodHandleSetter gauge = new MethodHandleSetter();
        MethodHandle setter = MethodHandles.lookup().findSetter(MethodHandleSetter.class, "level", int.class);
        MethodHandle getter = MethodHandles.lookup().findGetter(MethodHandleSetter.class, "level", int.class);
        new Thread(() -> {
            try {
                setter.invokeExact(gauge, 1);    //~ FN[run,predict] race(level) write: method handles are not followed
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        try {
            int seen = (int) getter.invokeExact(gauge);    //~ FN[run,predict] race(level) read: method handles are not followed
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
