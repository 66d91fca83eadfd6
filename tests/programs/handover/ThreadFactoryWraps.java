//@ about: Threads of a factory of its own run the tasks of a pool between code that prepares and ends them.
//@ engines: run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class ThreadFactoryWraps {
    private static int prepared;

    public static void main(String[] args) throws InterruptedException {
        int[] ended = new int[1];
        ExecutorService pool = Executors.newSingleThreadExecutor(task -> {
            prepared++;
            return new Thread(() -> {
                int seen = prepared;
                task.run();
                ended[0]++;
            });
        });
        Thread[] worker = new Thread[1];
        for (int i = 0; i < 3; i++) {
            pool.execute(() -> worker[0] = Thread.currentThread());
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        worker[0].join();
        ended[0]++;
    }
}
