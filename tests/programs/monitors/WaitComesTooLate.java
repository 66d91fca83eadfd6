//@ about: A thread reads a field without the lock and then waits; its waker writes the field before it takes the lock.
//@ engines: scan run predict
public class WaitComesTooLate {
    private static int hint;
    private static boolean go;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread waker = new Thread(() -> {
            Unseen.at(2);
            hint = 1;      //~ race(hint) write
            synchronized (lock) {
                go = true;
                lock.notifyAll();
            }
        });
        waker.start();
        int seen = hint;      //~ race(hint) read
        Unseen.at(1);
        synchronized (lock) {
            while (!go) {
                lock.wait();
            }
        }
    }
}
