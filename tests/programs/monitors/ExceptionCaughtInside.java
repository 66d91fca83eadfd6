//@ about: An exception is caught inside the synchronized block, so its handler still holds the lock.
//@ engines: scan run predict lockset
public class ExceptionCaughtInside {
    private final Object lock = new Object();
    private int failures;

    void work(int divisor) {
        synchronized (lock) {
            try {
                failures = 10 / divisor;
            } catch (ArithmeticException e) {
                failures++;
            }
        }
    }

    public static void main(String[] args) {
        ExceptionCaughtInside shared = new ExceptionCaughtInside();
        new Thread(() -> shared.work(0)).start();
        new Thread(() -> shared.work(2)).start();
    }
}
