//@ about: A consumer waits in a guarded loop for a value that a producer sets; all accesses hold the lock.
//@ engines: scan run predict lockset
public class WaitNotify {
    private final Object lock = new Object();
    private boolean full;
    private int item;

    void put(int value) {
        synchronized (lock) {
            item = value;
            full = true;
            lock.notify();
        }
    }

    int take() throws InterruptedException {
        synchronized (lock) {
            while (!full) {
                lock.wait();
            }
            full = false;
            return item;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        WaitNotify shared = new WaitNotify();
        new Thread(() -> shared.put(1)).start();
        shared.take();
    }
}
