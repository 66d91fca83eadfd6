//@ about: A reference to super's method does not dispatch.

import java.util.function.Supplier;

public class SuperReference {
    public static void main(String[] args) {
        Object result = new Sub().get();
        Expect.pointsTo(result, "base");
        Expect.reachable("Base.make");
        Expect.unreachable("Sub.make");
    }
}

class Base {
    Object make() {
        return new Object();            //@site base
    }
}

class Sub extends Base {
    @Override
    Object make() {
        return new Object();
    }

    Object get() {
        Supplier<Object> supplier = super::make;
        return supplier.get();
    }
}
