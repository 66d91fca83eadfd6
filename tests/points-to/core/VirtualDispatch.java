//@ about: A virtual call reaches the methods of the classes that were allocated, and no others.

public class VirtualDispatch {
    public static void main(String[] args) {
        Base any = args.length > 0 ? new Overrides() : new Inherits();
        Expect.calls("Base.name", "Overrides.name");
        any.name();
        Base exact = new Overrides();
        Expect.calls("Overrides.name");
        exact.name();
        Expect.unreachable("NeverMade.name");
    }
}

class Base {
    Object name() {
        return null;
    }
}

class Overrides extends Base {
    @Override
    Object name() {
        return this;
    }
}

class Inherits extends Base {
}

class NeverMade extends Base {
    @Override
    Object name() {
        return this;
    }
}
