//@ about: Two threads write a field, each under a lock of its own.
//@ engines: scan run predict lockset
public class TwoLocks {
    static int shared;

    public static void main(String[] args) {
        Object one = new Object();
        Object other = new Object();
        shared = 0;
        new Thread(() -> {
            synchronized (one) {
                shared = 1;      //~ race(shared) write
            }
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            synchronized (other) {
                shared = 2;      //~ race(shared) write
            }
        }).start();
    }
}
