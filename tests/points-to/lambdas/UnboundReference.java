//@ about: An unbound method reference dispatches on its first argument.

import java.util.function.BiFunction;
import java.util.function.Function;

public class UnboundReference {
    public static void main(String[] args) {
        Function<A, Object> self = A::self;
        A one = new A();                //@site one
        A two = new B();                //@site two
        Expect.mayCall("A.self");
        self.apply(one);
        Expect.mayCall("B.self");
        self.apply(two);
        BiFunction<A, Object, Object> same = A::same;
        Object given = new Object();    //@site given
        Expect.pointsTo(same.apply(one, given), "given");
        Expect.pointsTo(one, "one");
        Expect.pointsTo(two, "two");
    }
}

class A {
    Object self() {
        return this;
    }

    Object same(Object value) {
        return value;
    }
}

class B extends A {
    @Override
    Object self() {
        return this;
    }
}
