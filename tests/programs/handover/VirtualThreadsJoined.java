//@ about: Many virtual threads add under a lock, park and go on, and main joins them.
//@ engines: run predict
//@ jdk: 21

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class VirtualThreadsJoined {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int count;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            all.add(Thread.startVirtualThread(() -> {
                LOCK.lock();
                try {
                    count++;
                } finally {
                    LOCK.unlock();
                }
                LockSupport.parkNanos(1000);
                Thread.yield();
                synchronized (LOCK) {
                    LOCK.lock();
                    count++;
                    LOCK.unlock();
                }
            }));
        }
        for (Thread thread : all) {
            thread.join();
        }
        count++;
    }
}
