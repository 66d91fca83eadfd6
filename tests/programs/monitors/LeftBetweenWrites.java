//@ about: Who has waited for a monitor knows what was written before another thread left it meanwhile, and not what is written after that.
//@ engines: run lockset
public class LeftBetweenWrites {
    private static int value;
    private static boolean isReady;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread writer = new Thread(() -> {
            value = 1;
            synchronized (lock) {
                isReady = true;
            }
            value = 2;      //~ race(value) write
            Unseen.at(1);
        });
        Thread notifier = new Thread(() -> {
            Unseen.at(2);
            synchronized (lock) {
                lock.notify();
            }
        });
        synchronized (lock) {
            writer.start();
            notifier.start();
            while (!isReady) {
                lock.wait();
            }
        }
        int seen = value;      //~ race(value) read
    }
}
