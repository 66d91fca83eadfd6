//@ about: A thread's handler for uncaught exceptions runs in that thread, before a join of it returns.
//@ engines: scan run predict
public class UncaughtHandler {
    static int failures;

    public static void main(String[] args) throws InterruptedException {
        Thread child = new Thread(() -> {
            throw new IllegalStateException();
        });
        child.setUncaughtExceptionHandler((thread, problem) -> {
            failures++;
        });
        child.start();
        child.join();
        int seen = failures;
    }
}
