//@ about: A lambda returns a lambda that captured its parameter.

import java.util.function.Function;

public class Nested {
    public static void main(String[] args) {
        Object a = new Object();                            //@site a
        Object b = new Object();                            //@site b
        Function<Object, Function<Object, Object>> outer = x -> {       //@site outer
            Expect.pointsTo(x, "a");
            return y -> {                                   //@site inner
                Expect.pointsTo(y, "b");
                return x;
            };
        };
        Expect.calls("lambda:outer");
        Function<Object, Object> inner = outer.apply(a);
        Expect.pointsTo(inner, "inner");
        Expect.calls("lambda:inner");
        Object result = inner.apply(b);
        Expect.pointsTo(result, "a");
    }
}
