//@ about: A recursive method returns what its depths return.

public class Recursion {
    public static void main(String[] args) {
        Object start = new Object();                    //@site start
        Expect.calls("Recursion.descend");
        Object result = descend(3, start);
        Expect.pointsTo(result, "start", "deep");
        Expect.pointsTo(even(4), "even");
    }

    static Object descend(int depth, Object value) {
        Expect.pointsTo(value, "start", "deep");
        Object deep = new Object();                     //@site deep
        return depth == 0 ? value : descend(depth - 1, deep);
    }

    static Object even(int n) {
        return n == 0 ? new Object() : odd(n - 1);      //@site even
    }

    static Object odd(int n) {
        return n == 0 ? null : even(n - 1);
    }
}
