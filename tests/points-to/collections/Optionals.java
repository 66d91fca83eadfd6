//@ about: An optional holds what it was made of, and passes it to functions.

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

public class Optionals {
    public static void main(String[] args) {
        Object a = new Object();                            //@site a
        Optional<Object> one = Optional.of(a);
        Optional<Object> two = Optional.ofNullable(new Object());       //@site b
        Function<Object, Object> step = x -> {              //@site step
            Expect.pointsTo(x, "a");
            return new A();                                 //@site stepped
        };
        Expect.calls("lambda:step");
        Optional<Object> mapped = one.map(step);
        Expect.pointsTo(mapped.get(), "stepped");
        Expect.pointsTo(one.get(), "a");
        Expect.pointsTo(two.orElse(a), "a", "b");
        Supplier<Object> other = () -> new A();             //@site other=Supplier spare=A
        Expect.calls("lambda:other");
        Object result = two.orElseGet(other);
        Expect.pointsTo(result, "b", "spare");
        Consumer<Object> look = x -> Expect.pointsTo(x, "b");       //@site look=Consumer
        Expect.calls("lambda:look");
        two.ifPresent(look);
    }
}

class A {
}
