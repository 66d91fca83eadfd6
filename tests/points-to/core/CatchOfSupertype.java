//@ about: What a handler has caught does not reach the handlers around it.

public class CatchOfSupertype {
    public static void main(String[] args) {
        try {
            try {
                fail(args.length);
            } catch (Sub e) {
                Expect.pointsTo(e, "sub");
            }
        } catch (Base e) {
            Expect.pointsTo(e, "base");
        }
        try {
            fail(args.length);
        } catch (Base e) {
            Expect.pointsTo(e, "sub", "base");
        }
    }

    static void fail(int which) throws Base {
        if (which > 0) {
            throw new Base();       //@site base
        }
        throw new Sub();            //@site sub
    }
}

class Base extends Exception {
}

class Sub extends Base {
}
