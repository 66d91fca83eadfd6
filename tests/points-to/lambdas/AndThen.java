//@ about: Functions are chained by default methods of their interface.

import java.util.function.Function;

public class AndThen {
    public static void main(String[] args) {
        Object start = new Object();                    //@site start
        Function<Object, Object> first = x -> {         //@site first
            Expect.pointsTo(x, "start");
            return new A();                             //@site a
        };
        Function<Object, Object> second = x -> {        //@site second
            Expect.pointsTo(x, "a");
            return new B();                             //@site b
        };
        Function<Object, Object> both = first.andThen(second);
        Expect.calls("lambda:first", "lambda:second");
        Object result = both.apply(start);
        Expect.pointsTo(result, "b");
        Runnable unrelated = () -> { };                 //@site unrelated
        Expect.neverPointsTo(result, "unrelated");
        unrelated.run();
    }
}

class A {
}

class B {
}
