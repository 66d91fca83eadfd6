package pso;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Particle swarm optimisation: simulations as tasks of a pool, each with a parallel loop over its particles. */
public final class Pso {
    private Pso() {}

    public static void main(String[] arguments) throws Exception {
        int iterations = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
        List<Simulation> simulations = new ArrayList<>();
        for (Problem problem : Problem.values()) {
            simulations.add(new Simulation(new Swarm(problem, 20, 42), iterations));
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        double sum = 0;
        for (Future<Double> best : pool.invokeAll(simulations)) {
            sum += best.get();
        }
        pool.shutdown();
        System.out.printf("OK %d %.6f%n", simulations.get(0).size(), sum);
    }
}
