//@ about: A private method is not overridden by one of the same name.

public class PrivateMethod {
    public static void main(String[] args) {
        Sub sub = new Sub();
        Expect.pointsTo(sub.get(), "private");
        Expect.unreachable("Sub.make");
    }
}

class Base {
    Object get() {
        Expect.calls("Base.make");
        return make();
    }

    private Object make() {
        return new Object();        //@site private
    }
}

class Sub extends Base {
    Object make() {
        return new Object();
    }
}
