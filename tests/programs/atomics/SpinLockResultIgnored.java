//@ about: One thread goes on although its compareAndSet of the lock failed.
//@ engines: scan run predict

import java.util.concurrent.atomic.AtomicBoolean;

public class SpinLockResultIgnored {
    private final AtomicBoolean held = new AtomicBoolean();
    private int count;

    void incrementLocked() {
        while (!held.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        Unseen.at(1);
        Unseen.at(4);
        count++;    //~ race(count) write
        held.set(false);
    }

    void incrementAnyway() {
        Unseen.at(2);
        held.compareAndSet(false, true);
        count++;    //~ race(count) write
        Unseen.at(3);
    }

    public static void main(String[] args) {
        SpinLockResultIgnored counter = new SpinLockResultIgnored();
        new Thread(counter::incrementLocked).start();
        new Thread(counter::incrementAnyway).start();
    }
}
