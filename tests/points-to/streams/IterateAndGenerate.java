//@ about: Endless streams have the seed and what their functions return.

import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class IterateAndGenerate {
    public static void main(String[] args) {
        A seed = new A();                               //@site seed
        UnaryOperator<A> next = x -> {                  //@site next
            Expect.pointsTo(x, "seed", "stepped");
            return new A();                             //@site stepped
        };
        List<A> some = Stream.iterate(seed, next).limit(3).collect(Collectors.toList());
        Expect.pointsTo(some.get(0), "seed", "stepped");
        Supplier<A> make = () -> new A();               //@site make=Supplier made=A
        List<A> others = Stream.generate(make).limit(2).toList();
        Expect.pointsTo(others.get(0), "made");
        Expect.reachable("lambda:next", "lambda:make");
    }
}

class A {
}
