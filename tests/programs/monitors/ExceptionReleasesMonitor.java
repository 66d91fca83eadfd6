//@ about: An exception leaves a synchronized block, so the handler around the block no longer holds the lock.
//@ engines: scan run predict
public class ExceptionReleasesMonitor {
    private final Object lock = new Object();
    private int failures;

    void work(boolean fail) {
        try {
            synchronized (lock) {
                if (fail) {
                    throw new IllegalStateException();
                }
            }
        } catch (IllegalStateException e) {
            failures = 1;      //~ race(failures) write
        }
    }

    int failures() {
        synchronized (lock) {
            return failures;      //~ race(failures) read
        }
    }

    public static void main(String[] args) {
        ExceptionReleasesMonitor shared = new ExceptionReleasesMonitor();
        new Thread(() -> {
            shared.work(true);
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            shared.failures();
        }).start();
    }
}
