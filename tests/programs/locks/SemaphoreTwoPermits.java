//@ about: A semaphore that serves as a mutex has two permits, so it lets two threads in.
//@ engines: scan run predict

import java.util.concurrent.Semaphore;

public class SemaphoreTwoPermits {
    private final Semaphore mutex = new Semaphore(2);
    private int count;

    void incrementFirst() {
        mutex.acquireUninterruptibly();
        try {
            Unseen.at(2);
            count++;    //~ race(count) write
            Unseen.at(3);
        } finally {
            mutex.release();
        }
    }

    void incrementSecond() {
        mutex.acquireUninterruptibly();
        try {
            Unseen.at(1);
            Unseen.at(4);
            count++;    //~ race(count) write
        } finally {
            mutex.release();
        }
    }

    public static void main(String[] args) {
        SemaphoreTwoPermits counter = new SemaphoreTwoPermits();
        new Thread(counter::incrementFirst).start();
        new Thread(counter::incrementSecond).start();
    }
}
