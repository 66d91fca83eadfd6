//@ about: What a thread throws reaches the handler of uncaught exceptions.

public class UncaughtHandler {
    public static void main(String[] args) {
        Thread thread = new Thread(UncaughtHandler::fail);
        thread.setUncaughtExceptionHandler(new Handler());
        thread.start();
        Expect.reachable("Handler.uncaughtException", "UncaughtHandler.fail");
    }

    static void fail() {
        throw new Failure();                    //@site failure
    }
}

class Handler implements Thread.UncaughtExceptionHandler {
    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        Expect.mayPointTo(thrown, "failure");
    }
}

class Failure extends RuntimeException {
}
