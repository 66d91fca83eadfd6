//@ about: A variable holds what was assigned last, because the analysis works on SSA.

public class Assignment {
    public static void main(String[] args) {
        Object first = new A();     //@site first
        Object second = new A();    //@site second
        Object copy = first;
        Expect.pointsTo(copy, "first");
        copy = second;
        Expect.pointsTo(copy, "second");
        Expect.distinct(first, second);
        Expect.mayAlias(copy, second);
        copy = null;
        Expect.pointsToNothing(copy);
    }
}

class A {
}
