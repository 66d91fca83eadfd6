//@ about: The elements of a stream pass through its functions in order.

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

public class OfMapForEach {
    public static void main(String[] args) {
        A a = new A();                                      //@site a
        Function<A, B> toB = x -> {                         //@site toB
            Expect.pointsTo(x, "a");
            return new B();                                 //@site b
        };
        Consumer<B> end = x -> Expect.pointsTo(x, "b");     //@site end=Consumer
        Stream.of(a).map(toB).forEach(end);
        Expect.reachable("lambda:toB", "lambda:end");
    }
}

class A {
}

class B {
}
