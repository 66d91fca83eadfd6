//@ about: A lambda that a method returns is called where it arrives.

import java.util.function.Supplier;

public class Returned {
    public static void main(String[] args) {
        Supplier<Object> supplier = supplier(new Object());     //@site given
        Expect.calls("lambda:supplier");
        Object result = supplier.get();
        Expect.pointsTo(result, "given");
        Expect.unreachable("lambda:unused");
    }

    static Supplier<Object> supplier(Object value) {
        Supplier<Object> unused = () -> null;       //@site unused
        return () -> value;                         //@site supplier
    }
}
