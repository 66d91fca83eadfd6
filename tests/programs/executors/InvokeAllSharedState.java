//@ about: Tasks of invokeAll have one object in common, and one task is twice in the list.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class InvokeAllSharedState {
    static final class Swarm {
        int steps;
    }

    static final class Simulation implements Callable<Integer> {
        private final Swarm swarm;
        int calls;

        Simulation(Swarm swarm) {
            this.swarm = swarm;
        }

        @Override
        public Integer call() {
            return swarm.steps++; //~ race(steps) write
        }
    }

    static final class Repeated implements Callable<Integer> {
        int calls;

        @Override
        public Integer call() {
            return calls++; //~ race(calls) write
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Swarm swarm = new Swarm();
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            tasks.add(new Simulation(swarm));
        }
        Repeated repeated = new Repeated();
        tasks.add(repeated);
        tasks.add(repeated);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.invokeAll(tasks);
        pool.shutdown();
    }
}
