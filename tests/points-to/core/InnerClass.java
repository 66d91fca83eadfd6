//@ about: An inner class reaches the object that it belongs to.

public class InnerClass {
    Object state;

    class Inner {
        Object outerState() {
            Expect.pointsTo(InnerClass.this, "outer");
            return state;
        }
    }

    public static void main(String[] args) {
        InnerClass outer = new InnerClass();        //@site outer
        outer.state = new Object();                 //@site state
        Inner inner = outer.new Inner();
        Expect.calls("InnerClass$Inner.outerState");
        Object seen = inner.outerState();
        Expect.pointsTo(seen, "state");
    }
}
