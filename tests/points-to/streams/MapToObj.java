//@ about: Objects enter a stream of numbers by a function, and leave it by another.

import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

public class MapToObj {
    public static void main(String[] args) {
        IntFunction<A> make = i -> new A();             //@site make=IntFunction made=A
        ToIntFunction<A> count = x -> {                 //@site count
            Expect.pointsTo(x, "made");
            return 1;
        };
        int sum = IntStream.range(0, 3).mapToObj(make).mapToInt(count).sum();
        Object boxed = IntStream.of(sum).boxed().findAny().get();
        Expect.pointsTo(boxed, "class:java.lang.Integer");
        Expect.reachable("lambda:make", "lambda:count");
    }
}

class A {
}
