//@ about: System.arraycopy moves elements from array to array, in one direction.

public class ArrayCopy {
    public static void main(String[] args) {
        Object[] from = new Object[2];
        Object[] to = new Object[2];
        from[0] = new Object();                 //@site a
        to[1] = new Object();                   //@site b
        System.arraycopy(from, 0, to, 0, 1);
        Expect.pointsTo(to[0], "a", "b");
        Expect.pointsTo(from[0], "a");
    }
}
