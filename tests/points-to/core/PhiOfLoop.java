//@ about: A variable that a loop changes holds the value from before and those from the loop.

public class PhiOfLoop {
    public static void main(String[] args) {
        Object current = new A();           //@site before
        Object last = null;
        for (int i = 0; i < 3; i++) {
            Expect.pointsTo(current, "before", "inside");
            Expect.pointsTo(last, "before", "inside");
            last = current;
            current = new A();              //@site inside
            Expect.pointsTo(current, "inside");
        }
        Expect.pointsTo(current, "before", "inside");
    }
}

class A {
}
