//@ about: A lambda's parameter has a type although the interface's has none.

import java.util.function.Consumer;

public class LambdaParameterFilter {
    @SuppressWarnings("unchecked")
    public static void main(String[] args) {
        Consumer<A> typed = a -> Expect.pointsTo(a, "a");
        Consumer<Object> raw = (Consumer<Object>) (Consumer<?>) typed;
        Object any = args.length > 0 ? new B() : new A();       //@site a=A b=B
        Expect.pointsTo(any, "a", "b");
        raw.accept(any);
    }
}

class A {
}

class B {
}
