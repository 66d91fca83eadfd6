//@ about: Data is written before a notify and read after the wait, both outside the lock that orders them.
//@ engines: scan run predict
public class WaitOrdersOutside {
    private static int data;
    private static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread writer = new Thread(() -> {
            data = 42;      //~ FP[scan] race(data) write: scan does not know the order that wait and notify give
            synchronized (lock) {
                ready = true;
                lock.notify();
            }
        });
        synchronized (lock) {
            writer.start();      // with the lock, so that it is waited in every schedule
            while (!ready) {
                lock.wait();
            }
        }
        int seen = data;      //~ FP[scan] race(data) read: scan does not know the order that wait and notify give
    }
}
