//@ about: A lambda sees the variables and the object around it.

import java.util.function.Supplier;

public class Capturing {
    private final Object field = new Object();          //@site field

    Supplier<Object> own() {
        return () -> field;                             //@site own
    }

    public static void main(String[] args) {
        Object local = new Object();                    //@site local
        Supplier<Object> supplier = () -> local;        //@site supplier
        Expect.calls("lambda:supplier");
        Object one = supplier.get();
        Expect.pointsTo(one, "local");
        Supplier<Object> own = new Capturing().own();
        Expect.calls("lambda:own");
        Object two = own.get();
        Expect.pointsTo(two, "field");
    }
}
