//@ about: Making an object initialises its class, and the superclass before it.

public class InitializerByNew {
    public static void main(String[] args) {
        new Sub();
        Expect.reachable("Sub.<clinit>", "Base.<clinit>");
        Expect.pointsTo(Base.log, "base");
        Expect.pointsTo(Sub.log, "sub");
    }
}

class Base {
    static final Object log = new Object();     //@site base
}

class Sub extends Base {
    static final Object log = new Object();     //@site sub
}
