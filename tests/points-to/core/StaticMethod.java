//@ about: A static method is found in superclasses and hides those above it.

public class StaticMethod {
    public static void main(String[] args) {
        Expect.calls("Base.inherited");
        Object one = Sub.inherited();
        Expect.calls("Sub.hidden");
        Object two = Sub.hidden();
        Expect.pointsTo(one, "inherited");
        Expect.pointsTo(two, "hiding");
        Expect.unreachable("Base.hidden");
    }
}

class Base {
    static Object inherited() {
        return new Object();        //@site inherited
    }

    static Object hidden() {
        return null;
    }
}

class Sub extends Base {
    static Object hidden() {
        return new Object();        //@site hiding
    }
}
