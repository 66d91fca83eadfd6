import java.util.ArrayList;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** Classes that inherit contracts in different ways. */
class Worker extends Thread {
    @Override
    public void run() {
    }

    /** Overloads, but does not override. */
    public void start(int priority) {
    }
}

class SpinLock implements Lock {
    public void lock() {
    }

    public void lockInterruptibly() {
    }

    public boolean tryLock() {
        return true;
    }

    public boolean tryLock(long time, TimeUnit unit) {
        return true;
    }

    public void unlock() {
    }

    public Condition newCondition() {
        return null;
    }
}

/** Overrides with a narrower parameter type, so that there is a bridge method. */
class Orders extends LinkedBlockingQueue<Orders.Order> {
    static class Order {
    }

    @Override
    public void put(Order order) {
    }
}

class Names extends ArrayList<String> {
}

class Cache extends ConcurrentHashMap<String, String> {
    @Override
    public String get(Object key) {
        return null;
    }
}

class Gate {
    void open() {
    }

    void pass() {
    }

    static Gate make(Runnable action) {
        return new Gate();
    }
}
