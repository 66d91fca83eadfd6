//@ about: Who tries a lock in vain has seen that another thread has it, and so comes behind what that did before.
//@ engines: run predict

import java.util.concurrent.locks.ReentrantLock;

public class TryLockSawItTaken {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int prepared;
    private static int guarded;

    public static void main(String[] args) {
        new Thread(() -> {
            prepared = 1;
            LOCK.lock();
            guarded++;
            Unseen.at(1);
            Unseen.at(4);
            LOCK.unlock();
        }).start();
        Unseen.at(2);
        if (!LOCK.tryLock()) {
            System.out.println(prepared);
        }
        Unseen.at(3);
        LOCK.lock();
        guarded++;
        LOCK.unlock();
    }
}
