//@ about: What nobody calls is not analysed: its stores are not seen.

public class UnreachableMethod {
    static Object field;

    public static void main(String[] args) {
        field = new Object();       //@site stored
        Expect.pointsTo(field, "stored");
        Expect.reachable("UnreachableMethod.main");
        Expect.unreachable("UnreachableMethod.never", "Never.<init>");
    }

    static void never() {
        field = new Never();
    }
}

class Never {
}
