//@ about: Data is written before a notify and read after the wait, both outside the lock that orders them.
//@ engines: scan run predict
public class WaitOrdersOutside {
    private static int data;
    private static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> {
            data = 42;      //~ FP[scan] race(data) write: scan does not know the order that wait and notify give
            synchronized (lock) {
                ready = true;
                lock.notify();
            }
        }).start();
        synchronized (lock) {
            while (!ready) {
                lock.wait();
            }
        }
        int seen = data;      //~ FP[scan] race(data) read: scan does not know the order that wait and notify give
    }
}
