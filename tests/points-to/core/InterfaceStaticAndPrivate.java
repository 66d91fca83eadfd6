//@ about: Interfaces have static and private methods, which nobody inherits or overrides.

public class InterfaceStaticAndPrivate {
    public static void main(String[] args) {
        Expect.calls("Maker.of");
        Maker maker = Maker.of();
        Expect.pointsTo(maker, "impl");
        Expect.calls("Maker.make");
        Object made = maker.make();
        Expect.pointsTo(made, "private");
        Expect.unreachable("Impl.inner");
    }
}

interface Maker {
    static Maker of() {
        return new Impl();              //@site impl
    }

    default Object make() {
        Expect.calls("Maker.inner");
        return inner();
    }

    private Object inner() {
        return new Object();            //@site private
    }
}

class Impl implements Maker {
    public Object inner() {
        return null;
    }
}
