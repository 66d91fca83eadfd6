//@ about: The context of an instance method is its receiver: two calls on one receiver are not told apart.

public class InstanceIdentity {
    public static void main(String[] args) {
        Identity one = new Identity();
        Identity two = new Identity();
        Object a = one.same(new Object());      //@site a
        Object b = two.same(new Object());      //@site b
        Object c = two.same(new Object());      //@site c
        Expect.k(0).pointsTo(a, "a", "b", "c");
        Expect.fromK(1).pointsTo(a, "a");
        Expect.fromK(1).pointsTo(b, "b", "c");
        Expect.mayAlias(b, c);
    }
}

class Identity {
    Object same(Object value) {
        return value;
    }
}
