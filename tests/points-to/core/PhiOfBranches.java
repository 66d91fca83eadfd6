//@ about: Where branches meet, a variable holds what either of them assigned.

public class PhiOfBranches {
    public static void main(String[] args) {
        Object chosen;
        if (args.length > 0) {
            chosen = new A();       //@site then
            Expect.pointsTo(chosen, "then");
        } else {
            chosen = new A();       //@site otherwise
            Expect.pointsTo(chosen, "otherwise");
        }
        Expect.pointsTo(chosen, "then", "otherwise");
        Object perhaps = args.length > 0 ? chosen : null;
        Expect.pointsTo(perhaps, "then", "otherwise");
    }
}

class A {
}
