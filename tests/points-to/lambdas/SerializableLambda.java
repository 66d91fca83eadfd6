//@ about: A serializable lambda is called like any other.

import java.io.Serializable;
import java.util.function.Supplier;

public class SerializableLambda {
    public static void main(String[] args) {
        Object captured = new Object();                     //@site captured
        Supplier<Object> supplier = (Supplier<Object> & Serializable) () -> captured;       //@site supplier
        Expect.calls("lambda:supplier");
        Object result = supplier.get();
        Expect.pointsTo(result, "captured");
        Serializable same = (Serializable) supplier;
        Expect.pointsTo(same, "supplier");
    }
}
