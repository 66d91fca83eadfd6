//@ about: A reference to a static method calls it with the given arguments.

import java.util.function.Function;

public class StaticReference {
    public static void main(String[] args) {
        Function<Object, Object> reference = StaticReference::same;     //@site reference
        Object argument = new Object();         //@site argument
        Expect.pointsTo(reference, "reference");
        Expect.calls("StaticReference.same");
        Object result = reference.apply(argument);
        Expect.pointsTo(result, "argument");
    }

    static Object same(Object value) {
        Expect.pointsTo(value, "argument");
        return value;
    }
}
