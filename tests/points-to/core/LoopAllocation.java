//@ about: All objects that a loop allocates are one abstract object.

public class LoopAllocation {
    public static void main(String[] args) {
        A[] made = new A[3];
        for (int i = 0; i < made.length; i++) {
            made[i] = new A();      //@site element
        }
        A first = made[0];
        A second = made[1];
        Expect.pointsTo(first, "element");
        Expect.mayAlias(first, second);
        Expect.objects(first, 1);
    }
}

class A {
}
