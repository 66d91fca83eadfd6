//@ about: A super call reaches the superclass's method with the same receiver.

public class SuperCall {
    public static void main(String[] args) {
        Sub sub = new Sub();        //@site sub
        Expect.calls("Sub.self");
        Object self = sub.self();
        Expect.pointsTo(self, "sub");
    }
}

class Base {
    Object self() {
        Expect.calls("Sub.hook");
        hook();
        return this;
    }

    void hook() {
    }
}

class Sub extends Base {
    @Override
    Object self() {
        Expect.calls("Base.self");
        return super.self();
    }

    @Override
    void hook() {
    }
}
