//@ about: Writes hold the write lock and reads hold the read lock.
//@ engines: scan run predict

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteLockRight {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private int temperature;

    void set(int newTemperature) {
        lock.writeLock().lock();
        try {
            temperature = newTemperature;
        } finally {
            lock.writeLock().unlock();
        }
    }

    int get() {
        lock.readLock().lock();
        try {
            return temperature;
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        ReadWriteLockRight sensor = new ReadWriteLockRight();
        new Thread(() -> sensor.set(20)).start();
        new Thread(() -> sensor.set(21)).start();
        new Thread(sensor::get).start();
        sensor.get();
    }
}
