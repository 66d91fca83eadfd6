//@ about: Two rounds of tasks change the elements of a list, and each round waits for its tasks.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksRoundsAwaited {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) throws InterruptedException {
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            bodies.add(new Body());
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int round = 0; round < 2; round++) {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (Body body : bodies) {
                tasks.add(() -> body.moves++);
            }
            pool.invokeAll(tasks);
        }
        pool.shutdown();
    }
}
