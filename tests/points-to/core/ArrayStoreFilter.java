//@ about: An array takes up only what its element type allows.

public class ArrayStoreFilter {
    public static void main(String[] args) {
        A[] narrow = new A[1];
        Object[] wide = new Object[1];
        Object[] array = args.length > 0 ? narrow : wide;
        Object value = args.length > 0 ? new A() : new B();     //@site a=A b=B
        array[0] = value;
        Expect.pointsTo(narrow[0], "a");
        Expect.pointsTo(wide[0], "a", "b");
    }
}

class A {
}

class B {
}
