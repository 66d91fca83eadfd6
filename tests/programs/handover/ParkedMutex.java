//@ about: A lock made of a queue of parked threads, as in the documentation of LockSupport.
//@ engines: run predict

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

public class ParkedMutex {
    private final AtomicBoolean locked = new AtomicBoolean();
    private final ConcurrentLinkedQueue<Thread> waiters = new ConcurrentLinkedQueue<>();
    private int count;

    void lock() {
        Thread current = Thread.currentThread();
        waiters.add(current);
        while (waiters.peek() != current || !locked.compareAndSet(false, true)) {
            LockSupport.park(this);
        }
        waiters.remove();
    }

    void unlock() {
        locked.set(false);
        LockSupport.unpark(waiters.peek());
    }

    void add() {
        for (int i = 0; i < 50; i++) {
            lock();
            count++;
            unlock();
        }
    }

    public static void main(String[] args) {
        ParkedMutex shared = new ParkedMutex();
        new Thread(shared::add).start();
        new Thread(shared::add).start();
    }
}
