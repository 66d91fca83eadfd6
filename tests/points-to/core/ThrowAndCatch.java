//@ about: An exception flows from throw to the handler of its type, across calls.

public class ThrowAndCatch {
    public static void main(String[] args) {
        try {
            fail(args.length);
        } catch (Small e) {
            Expect.pointsTo(e, "small");
        } catch (Big e) {
            Expect.pointsTo(e, "big");
        }
    }

    static void fail(int which) throws Small, Big {
        if (which > 0) {
            throw new Small();      //@site small
        }
        throw new Big();            //@site big
    }
}

class Small extends Exception {
}

class Big extends Exception {
}
