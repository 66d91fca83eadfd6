//@ about: A stream is collected into the container that the factory makes.

import java.util.ArrayList;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class CollectToOwnCollection {
    public static void main(String[] args) {
        A a = new A();                                  //@site a
        Supplier<Own> factory = Own::new;               //@site factory=Supplier own=Own
        Own own = Stream.of(a).collect(Collectors.toCollection(factory));
        Expect.pointsTo(own, "own");
        Expect.pointsTo(own.get(0), "a");
        Expect.pointsTo(factory, "factory");
        Expect.reachable("Own.add");
    }
}

class A {
}

class Own extends ArrayList<A> {
    @Override
    public boolean add(A element) {
        Expect.pointsTo(element, "a");
        return super.add(element);
    }
}
