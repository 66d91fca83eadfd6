//@ about: A static field is one variable, whoever writes it.

public class StaticField {
    static Object shared;

    public static void main(String[] args) {
        shared = new Object();      //@site here
        Other.write();
        Expect.pointsTo(shared, "here", "there");
        Expect.pointsTo(Other.own, "own");
    }
}

class Other {
    static Object own = new Object();           //@site own

    static void write() {
        StaticField.shared = new Object();      //@site there
    }
}
