//@ about: mapMulti's elements are those that its function hands on.

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

public class MapMulti {
    public static void main(String[] args) {
        A a = new A();                                  //@site a
        BiConsumer<A, Consumer<B>> expand = (x, sink) -> {      //@site expand
            Expect.pointsTo(x, "a");
            sink.accept(new B());                       //@site b
        };
        List<B> all = Stream.of(a).mapMulti(expand).toList();
        Expect.pointsTo(all.get(0), "b");
        Expect.reachable("lambda:expand");
    }
}

class A {
}

class B {
}
