//@ about: A wait of milliseconds and no nanoseconds leaves the monitor like any other.
//@ engines: scan run predict

public class TimedWaitOfNoNanos {
    static final Object LOCK = new Object();
    static boolean isDone;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            Unseen.at(2);
            synchronized (LOCK) {
                isDone = true;
                LOCK.notifyAll();
            }
        }).start();
        synchronized (LOCK) {
            boolean wasDone = isDone;
            Unseen.at(1);
            while (!isDone) {
                LOCK.wait(100000, 0);
            }
        }
    }
}
