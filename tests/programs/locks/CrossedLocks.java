//@ about: Locks are given back in the order in which they were taken: after that only the second one is held.
//@ engines: run lockset
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class CrossedLocks {
    private static final Lock A = new ReentrantLock();
    private static final Lock B = new ReentrantLock();
    private static int underB;
    private static int mixed;

    public static void main(String[] args) {
        new Thread(() -> {
            A.lock();
            B.lock();
            A.unlock();
            underB = 1;
            mixed = 1;      //~ race(mixed) write
            B.unlock();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            A.lock();
            mixed = 2;      //~ race(mixed) write
            A.unlock();
            B.lock();
            underB = 2;
            B.unlock();
        }).start();
    }
}
