//@ about: Every try-with-resources block holds a lock of its own.
//@ engines: scan run predict lockset

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class AutoCloseableFreshLock {
    static final class Guard implements AutoCloseable {
        private final Lock lock = new ReentrantLock();

        static Guard enter() {
            Guard guard = new Guard();
            guard.lock.lock();
            return guard;
        }

        @Override
        public void close() {
            lock.unlock();
        }
    }

    private int count;

    AutoCloseableFreshLock(int count) {
        this.count = count;
    }

    @SuppressWarnings("try")
    void increment() {
        try (Guard held = Guard.enter()) {
            count++;    //~ race(count) write
        }
    }

    public static void main(String[] args) {
        AutoCloseableFreshLock counter = new AutoCloseableFreshLock(1);
        new Thread(() -> {
            counter.increment();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            counter.increment();
        }).start();
    }
}
