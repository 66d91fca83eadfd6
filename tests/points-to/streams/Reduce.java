//@ about: A reduction combines elements and results of its own function.

import java.util.function.BinaryOperator;
import java.util.stream.Stream;

public class Reduce {
    public static void main(String[] args) {
        A a = new A();                                  //@site a
        A start = new A();                              //@site start
        BinaryOperator<A> combine = (x, y) -> {         //@site combine
            Expect.mayPointTo(x, "start", "combined");
            Expect.mayPointTo(y, "a", "combined");
            return new A();                             //@site combined
        };
        A result = Stream.of(a, a).parallel().reduce(start, combine);
        Expect.mayPointTo(result, "start", "combined");
        Expect.reachable("lambda:combine");
    }
}

class A {
}
