//@ about: Fields of two objects, and two fields of one object, are kept apart.

public class InstanceField {
    public static void main(String[] args) {
        Pair one = new Pair();
        Pair two = new Pair();
        one.left = new Object();    //@site a
        one.right = new Object();   //@site b
        two.left = new Object();    //@site c
        Expect.pointsTo(one.left, "a");
        Expect.pointsTo(one.right, "b");
        Expect.pointsTo(two.left, "c");
        Expect.pointsToNothing(two.right);
    }
}

class Pair {
    Object left;
    Object right;
}
