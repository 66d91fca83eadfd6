//@ about: A call on a variable that points to nothing leads nowhere.

public class CallOnNull {
    public static void main(String[] args) {
        A nothing = null;
        if (args.length > 0) {
            Expect.calls();
            nothing.act();
        }
        Expect.unreachable("A.act");
    }
}

class A {
    void act() {
    }
}
