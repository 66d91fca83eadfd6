//@ about: A method that returns a narrower type overrides the wider one.

public class CovariantReturn {
    public static void main(String[] args) {
        Base base = new Sub();      //@site sub
        Expect.calls("Sub.copy");
        Base copy = base.copy();
        Expect.pointsTo(copy, "copy");
        Expect.pointsTo(base, "sub");
    }
}

class Base {
    Base copy() {
        return this;
    }
}

class Sub extends Base {
    @Override
    Sub copy() {
        return new Sub();           //@site copy
    }
}
