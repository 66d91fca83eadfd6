//@ about: A generic interface's method is reached through a bridge, and the result keeps its flow.

public class BridgeMethod {
    public static void main(String[] args) {
        Maker<A> maker = new AMaker();
        A argument = new A();                   //@site argument
        Expect.calls("AMaker.make");
        A made = maker.make(argument);
        Expect.pointsTo(made, "argument", "made");
        made = maker.make(made);
        Expect.pointsTo(made, "argument", "made");
    }
}

interface Maker<T> {
    T make(T like);
}

class AMaker implements Maker<A> {
    @Override
    public A make(A like) {
        Expect.pointsTo(like, "argument", "made");
        return like == null ? like : new A();   //@site made
    }
}

class A {
}
