//@ about: Two threads change a field in synchronized blocks on a private lock object.
//@ engines: scan run predict lockset
public class SynchronizedBlocks {
    private final Object lock = new Object();
    private int count;

    void add(int n) {
        synchronized (lock) {
            count += n;
        }
    }

    void reset() {
        synchronized (lock) {
            count = 0;
        }
    }

    public static void main(String[] args) {
        SynchronizedBlocks shared = new SynchronizedBlocks();
        new Thread(() -> shared.add(3)).start();
        new Thread(shared::reset).start();
    }
}
