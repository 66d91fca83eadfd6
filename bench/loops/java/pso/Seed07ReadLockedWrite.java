package pso;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

// race: record, written under a lock for reading
public final class Seed07ReadLockedWrite {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private double record = Double.POSITIVE_INFINITY;

    void offer(double fitness) {
        lock.readLock().lock();
        try {
            if (fitness < record) { // seeded
                record = fitness; // seeded
            }
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Seed07ReadLockedWrite board = new Seed07ReadLockedWrite();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Callable<Void>> tasks = new ArrayList<>();
        for (Problem problem : Problem.values()) {
            tasks.add(() -> {
                board.offer(new Simulation(new Swarm(problem, 10, 7), 20).call());
                return null;
            });
        }
        pool.invokeAll(tasks);
        pool.shutdown();
        System.out.println(board.record);
    }
}
