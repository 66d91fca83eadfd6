//@ about: A thread replaces the lock while it holds the old one, so the next thread locks another object.
//@ engines: scan run predict
public class LockFieldReassigned {
    private Object lock = new Object();
    private int count;

    void replaceAndWrite() {
        synchronized (lock) {
            lock = new Object();      //~ race(lock) write
            Unseen.at(1);
            Unseen.at(4);
            count = 1;      //~ race(count) write
        }
    }

    int read() {
        synchronized (lock) {      //~ race(lock) read
            return count;      //~ race(count) read
        }
    }

    public static void main(String[] args) {
        LockFieldReassigned shared = new LockFieldReassigned();
        new Thread(shared::replaceAndWrite).start();
        new Thread(() -> {
            Unseen.at(2);
            shared.read();
            Unseen.at(3);
        }).start();
    }
}
