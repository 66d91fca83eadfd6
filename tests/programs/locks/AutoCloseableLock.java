//@ about: A lock is held by a try-with-resources block.
//@ engines: scan run predict lockset

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class AutoCloseableLock {
    static final class Guard implements AutoCloseable {
        private final Lock lock = new ReentrantLock();

        Guard enter() {
            lock.lock();
            return this;
        }

        @Override
        public void close() {
            lock.unlock();
        }
    }

    private final Guard guard = new Guard();
    private int count;

    AutoCloseableLock(int count) {
        this.count = count;
    }

    @SuppressWarnings("try")
    void increment() {
        try (Guard held = guard.enter()) {
            count++;
        }
    }

    public static void main(String[] args) {
        AutoCloseableLock counter = new AutoCloseableLock(1);
        new Thread(counter::increment).start();
        new Thread(counter::increment).start();
    }
}
