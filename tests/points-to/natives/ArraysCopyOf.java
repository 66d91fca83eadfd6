//@ about: Arrays.copyOf and copyOfRange make new arrays with the old elements.

import java.util.Arrays;

public class ArraysCopyOf {
    public static void main(String[] args) {
        A[] from = new A[1];                    //@site from
        from[0] = new A();                      //@site a
        A[] copy = Arrays.copyOf(from, 2);
        Expect.neverPointsTo(copy, "from");
        Expect.distinct(from, copy);
        copy[1] = new A();                      //@site b
        Expect.pointsTo(copy[0], "a", "b");
        Expect.pointsTo(from[0], "a");
        A[] range = Arrays.copyOfRange(from, 0, 1);
        Expect.pointsTo(range[0], "a", "c");
        Arrays.fill(range, new A());            //@site c
        Expect.pointsTo(range[0], "a", "c");
    }
}

class A {
}
