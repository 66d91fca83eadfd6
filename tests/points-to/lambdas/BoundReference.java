//@ about: A bound method reference keeps the receiver that it was made with.

import java.util.function.Supplier;

public class BoundReference {
    public static void main(String[] args) {
        A one = new A();                //@site one
        A two = new B();                //@site two
        Supplier<Object> first = one::self;
        Supplier<Object> second = two::self;
        Expect.calls("A.self");
        Object x = first.get();
        Expect.pointsTo(x, "one");
        Expect.calls("B.self");
        Object y = second.get();
        Expect.pointsTo(y, "two");
    }
}

class A {
    Object self() {
        return this;
    }
}

class B extends A {
    @Override
    Object self() {
        return this;
    }
}
