//@ about: A record gives back what its constructor was given, component by component.

public class Records {
    public static void main(String[] args) {
        Object left = new Object();             //@site left
        Object right = new Object();            //@site right
        Pair pair = new Pair(left, right);      //@site pair
        Expect.pointsTo(pair, "pair");
        Expect.calls("Pair.left");
        Object seen = pair.left();
        Expect.pointsTo(seen, "left");
        Expect.pointsTo(pair.right(), "right");
    }
}

record Pair(Object left, Object right) {
    Pair {
        Expect.pointsTo(left, "left");
    }
}
