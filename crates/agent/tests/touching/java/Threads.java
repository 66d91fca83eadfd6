import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

/** Untraced code synchronises, and starts threads; each thread ends before the next event of another. */
public class Threads {
    static class Box {
        int value;
        volatile int signal;
    }

    static int seen;

    static class Missing {
        final ReentrantLock lock = new ReentrantLock();
        final StampedLock stamps = new StampedLock();

        synchronized int locked(Box it) {
            return it.value++;
        }

        void block(Box it) {
            synchronized (it) {
                it.value++;
                synchronized (it) {
                    it.value++;
                }
            }
        }

        Thread starts(Runnable what) {
            Thread thread = new Thread(what, "started");
            thread.start();
            return thread;
        }

        void joins(Thread thread) throws InterruptedException {
            thread.join();
        }

        void signals(Box it) {
            it.signal = it.value;
        }

        void puts(ArrayBlockingQueue<Object> queue, Object what) throws InterruptedException {
            queue.put(what);
        }

        Object takes(ArrayBlockingQueue<Object> queue) throws InterruptedException {
            return queue.take();
        }

        void counts(CountDownLatch latch, AtomicInteger number) {
            number.incrementAndGet();
            latch.countDown();
        }

        int guarded(Box it) {
            lock.lock();
            try {
                return ++it.value;
            } finally {
                lock.unlock();
            }
        }

        int stamped(Box it) {
            long stamp = stamps.tryOptimisticRead();
            int value = it.value;
            if (stamps.validate(stamp)) {
                return value + it.value;
            }
            return 0;
        }

        void notifies(Box it) {
            synchronized (it) {
                it.value = 100;
                it.notifyAll();
            }
        }

        void unparks(Thread thread) {
            LockSupport.unpark(thread);
        }
    }

    static class Runs implements Runnable {
        final Box box;

        Runs(Box box) {
            this.box = box;
        }

        public void run() {
            box.value += 5;
        }
    }

    static int taken(Missing missing, ArrayBlockingQueue<Object> queue, Box box) throws InterruptedException {
        missing.puts(queue, box);
        Thread thread = new Thread(() -> {
            Box got = (Box) queue.poll();
            got.value++;
        }, "taker");
        thread.start();
        thread.join();
        return box.value;
    }

    public static void main(String[] arguments) throws Exception {
        Box box = new Box();
        Box other = new Box();
        Missing missing = new Missing();
        ArrayBlockingQueue<Object> queue = new ArrayBlockingQueue<>(2);
        AtomicInteger number = new AtomicInteger();
        CountDownLatch latch = new CountDownLatch(1);
        other.value = missing.locked(box);
        missing.block(box);
        Thread thread = missing.starts(new Runs(box));
        missing.joins(thread);
        seen = box.value;
        missing.signals(box);
        Thread reader = new Thread(() -> seen += box.signal, "reader");
        reader.start();
        reader.join();
        seen += taken(missing, queue, other);
        queue.put(box);
        Box got = (Box) missing.takes(queue);
        got.value++;
        missing.counts(latch, number);
        Thread counted = new Thread(() -> {
            if (latch.getCount() == 0) {
                seen += number.get();
            }
        }, "counted");
        counted.start();
        counted.join();
        seen += missing.guarded(other);
        Thread locker = new Thread(() -> {
            missing.lock.lock();
            other.value++;
            missing.lock.unlock();
        }, "locker");
        locker.start();
        locker.join();
        seen += missing.stamped(other);
        missing.notifies(box);
        missing.unparks(Thread.currentThread());
        LockSupport.park();
        synchronized (box) {
            seen += box.value;
        }
    }
}
