//@ about: Collectors inside collectors get the elements, mapped or not.

import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class DownstreamCollectors {
    public static void main(String[] args) {
        A a = new A();                          //@site a
        Function<A, B> toB = x -> {             //@site toB
            Expect.pointsTo(x, "a");
            return new B();                     //@site b
        };
        Predicate<A> test = x -> true;          //@site test
        Map<Boolean, Set<B>> parts = Stream.of(a)
                .collect(Collectors.partitioningBy(test, Collectors.mapping(toB, Collectors.toSet())));
        for (B b : parts.get(true)) {
            Expect.pointsTo(b, "b");
        }
        Expect.reachable("lambda:toB", "lambda:test");
    }
}

class A {
}

class B {
}
