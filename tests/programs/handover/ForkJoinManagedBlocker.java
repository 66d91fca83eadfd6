//@ about: A task of a pool blocks for another one in a way that the pool knows of.
//@ engines: run predict

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;

public class ForkJoinManagedBlocker {
    private static int value;

    static final class Latched implements ForkJoinPool.ManagedBlocker {
        private final CountDownLatch latch = new CountDownLatch(1);

        @Override
        public boolean block() throws InterruptedException {
            latch.await();
            return true;
        }

        @Override
        public boolean isReleasable() {
            return latch.getCount() == 0;
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(1);
        Latched latched = new Latched();
        pool.submit(() -> {
            try {
                ForkJoinPool.managedBlock(latched);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            value++;
        });
        pool.submit(() -> {
            value = 1;
            latched.latch.countDown();
        }).join();
        pool.shutdown();
    }
}
