//@ about: What the JVM itself throws reaches handlers as an object.

public class ImplicitException {
    public static void main(String[] args) {
        A nothing = null;
        try {
            nothing.act();
        } catch (NullPointerException e) {
            Expect.mayPointTo(e, "class:java.lang.NullPointerException");
            handled();
        }
        try {
            Object number = args;
            Expect.calls();
            ((Runnable) number).run();
        } catch (ClassCastException e) {
            Expect.mayPointTo(e, "class:java.lang.ClassCastException");
        }
        Expect.reachable("ImplicitException.handled");
        Expect.unreachable("A.act");
    }

    static void handled() {
    }
}

class A {
    void act() {
    }
}
