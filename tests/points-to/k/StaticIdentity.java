//@ about: The context of a static method is its caller's: two calls from one method are not told apart.

public class StaticIdentity {
    public static void main(String[] args) {
        Object a = same(new Object());      //@site a
        Object b = same(new Object());      //@site b
        Expect.pointsTo(a, "a", "b");
        Expect.mayAlias(a, b);
    }

    static Object same(Object value) {
        return value;
    }
}
