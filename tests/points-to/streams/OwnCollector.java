//@ about: A collector of the application's functions keeps its container.

import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

public class OwnCollector {
    public static void main(String[] args) {
        A a = new A();                                  //@site a
        Supplier<Bin> supply = () -> new Bin();         //@site supply=Supplier bin=Bin
        BiConsumer<Bin, A> add = (bin, x) -> {          //@site add
            Expect.pointsTo(bin, "bin");
            Expect.pointsTo(x, "a");
            bin.last = x;
        };
        BiConsumer<Bin, Bin> merge = (x, y) -> { };
        Bin result = Stream.of(a).collect(supply, add, merge);
        Expect.pointsTo(result, "bin");
        Expect.pointsTo(result.last, "a");
        Expect.reachable("lambda:supply", "lambda:add");
    }
}

class A {
}

class Bin {
    A last;
}
