//@ about: The default handler sees what any thread throws.

public class DefaultUncaughtHandler {
    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {     //@site handler
            Expect.mayPointTo(thrown, "failure");
        });
        new Worker().start();
        Expect.reachable("lambda:handler");
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        throw new Failure();                    //@site failure
    }
}

class Failure extends RuntimeException {
}
