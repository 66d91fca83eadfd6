//@ about: Who has waited knows what was written before the notification, and not what is written after it.
//@ engines: run lockset
public class NotifiedBetweenWrites {
    private static int value;
    private static boolean isReady;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread writer = new Thread(() -> {
            value = 1;
            synchronized (lock) {
                isReady = true;
                lock.notify();
            }
            value = 2;      //~ race(value) write
            Unseen.at(1);
        });
        synchronized (lock) {
            writer.start();
            while (!isReady) {
                lock.wait();
            }
        }
        Unseen.at(2);
        int seen = value;      //~ race(value) read
    }
}
