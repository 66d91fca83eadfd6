//@ about: A lambda's boxed and primitive types are adapted to its interface.

import java.util.function.Function;
import java.util.function.Supplier;

public class PrimitiveAdaptation {
    public static void main(String[] args) {
        Function<Integer, Object> box = PrimitiveAdaptation::box;
        Object boxed = box.apply(3);
        Expect.pointsTo(boxed, "class:java.lang.Integer");
        Supplier<Object> number = PrimitiveAdaptation::number;
        Expect.calls("PrimitiveAdaptation.number");
        Object result = number.get();
        Expect.pointsTo(result, "class:java.lang.Integer");
        Expect.reachable("PrimitiveAdaptation.box");
    }

    static Object box(int value) {
        return value;
    }

    static int number() {
        return 4;
    }
}
