package mc;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

// race: sum, guarded by a lock that every task makes anew
public final class Seed07LockPerTask {
    private double sum;

    void add(Task task) {
        Object lock = new Object();
        synchronized (lock) {
            sum += task.result.price(); // seeded
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Market market = MonteCarlo.market();
        Seed07LockPerTask total = new Seed07LockPerTask();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (Task task : MonteCarlo.tasks(500)) {
            pool.execute(() -> {
                task.run(market);
                total.add(task);
            });
        }
        pool.shutdown();
        if (pool.awaitTermination(1, TimeUnit.MINUTES)) {
            System.out.println(total.sum);
        }
    }
}
