//@ about: A cloned array is a new object at the call of clone, with the same elements.

public class ArrayClone {
    public static void main(String[] args) {
        A[] array = new A[2];                   //@site array
        array[0] = new A();                     //@site a
        A[] clone = array.clone();              //@site clone
        Expect.pointsTo(array, "array");
        Expect.pointsTo(clone, "clone");
        Expect.pointsTo(clone[0], "a", "b");
        clone[1] = new A();                     //@site b
        Expect.pointsTo(array[0], "a");
    }
}

class A {
}
