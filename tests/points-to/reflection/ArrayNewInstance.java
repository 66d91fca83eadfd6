//@ about: Array.newInstance makes an array at its call; Array.get and Array.set reach its elements.

import java.lang.reflect.Array;

public class ArrayNewInstance {
    public static void main(String[] args) {
        Object made = Array.newInstance(A.class, 2);        //@site made
        A[] array = (A[]) made;
        array[0] = new A();                     //@site a
        Array.set(made, 1, new A());            //@site b
        Expect.pointsTo(made, "made");
        Expect.pointsTo(array, "made");
        Expect.pointsTo(array[0], "a", "b");
        Expect.pointsTo(Array.get(made, 0), "a", "b");
    }
}

class A {
}
