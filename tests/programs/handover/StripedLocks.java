//@ about: The elements of an array are guarded by four locks, each for every fourth element.
//@ engines: run predict

import java.util.concurrent.locks.ReentrantLock;

public class StripedLocks {
    private final ReentrantLock[] locks = new ReentrantLock[4];
    private final int[] counts = new int[16];

    StripedLocks() {
        for (int i = 0; i < locks.length; i++) {
            locks[i] = new ReentrantLock(i % 2 == 0);
        }
    }

    void add(int at) {
        ReentrantLock lock = locks[at % locks.length];
        lock.lock();
        try {
            counts[at]++;
        } finally {
            lock.unlock();
        }
    }

    int sum(int stripe) {
        int sum = 0;
        for (ReentrantLock lock : locks) {
            lock.lock();
        }
        for (int count : counts) {
            sum += count;
        }
        for (ReentrantLock lock : locks) {
            lock.unlock();
        }
        return sum;
    }

    public static void main(String[] args) {
        StripedLocks shared = new StripedLocks();
        Runnable task = () -> {
            for (int i = 0; i < 64; i++) {
                shared.add(i % 16);
            }
            shared.sum(0);
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
