//@ about: An exception that a handler throws again reaches the next one, and a finally block loses none.

public class Rethrow {
    public static void main(String[] args) {
        try {
            again();
        } catch (Failure e) {
            Expect.pointsTo(e, "failure");
            Expect.pointsTo(e.detail, "detail");
        }
    }

    static void again() throws Failure {
        try {
            Failure failure = new Failure();        //@site failure
            failure.detail = new Object();          //@site detail
            throw failure;
        } catch (Failure e) {
            throw e;
        } finally {
            Expect.calls("Rethrow.cleanUp");
            cleanUp();
        }
    }

    static void cleanUp() {
    }
}

class Failure extends Exception {
    Object detail;
}
