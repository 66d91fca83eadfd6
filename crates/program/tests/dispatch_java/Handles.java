import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** Calls of methods that take whatever the call site says. */
final class Handles {
    static int exact(MethodHandle handle) throws Throwable {
        return (int) handle.invokeExact(1, "x");
    }

    static Object loose(MethodHandle handle) throws Throwable {
        return handle.invoke();
    }

    static boolean swap(VarHandle handle, Object object) {
        return handle.compareAndSet(object, 1, 2);
    }

    static Object ordinary(MethodHandle handle) throws Throwable {
        return handle.invokeWithArguments("x");
    }
}
