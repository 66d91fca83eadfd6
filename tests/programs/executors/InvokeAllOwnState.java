//@ about: Tasks of invokeAll, each a new object in a list, change what is their own: a field, an object, a list.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class InvokeAllOwnState {
    static final class Swarm {
        int steps;
    }

    static final class Simulation implements Callable<Integer> {
        private final Swarm swarm;
        private final List<Integer> measured = new ArrayList<>();
        int calls;

        Simulation(Swarm swarm) {
            this.swarm = swarm;
        }

        @Override
        public Integer call() {
            calls++;
            swarm.steps++;
            measured.add(swarm.steps);
            return swarm.steps;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Simulation> simulations = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            simulations.add(new Simulation(new Swarm()));
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.invokeAll(simulations);
        pool.shutdown();
        int calls = simulations.get(0).calls;
    }
}
