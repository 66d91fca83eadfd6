import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/** Two tasks of a pool write a field at once, one of them under a lock. */
public class Pooled {
    static int count;
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> {
            begun.countDown();
            await(begun);
            count++;
        });
        pool.execute(() -> {
            begun.countDown();
            await(begun);
            LOCK.lock();
            try {
                count++;
            } finally {
                LOCK.unlock();
            }
        });
        pool.shutdown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException never) {
            throw new IllegalStateException(never);
        }
    }
}
