//@ about: Variable arguments travel in an array that the caller makes.

public class VarArgs {
    public static void main(String[] args) {
        Object a = new Object();        //@site a
        Object b = new Object();        //@site b
        Object[] given = {a};           //@site given
        Expect.pointsTo(first(a, b), "a", "b");
        Expect.pointsTo(same(given), "given");
        Expect.pointsTo(same(given)[0], "a");
    }

    static Object first(Object... all) {
        return all[0];
    }

    static Object[] same(Object... all) {
        return all;
    }
}
