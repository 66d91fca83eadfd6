package pso;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** A swarm, iterated and measured. */
final class Simulation implements Callable<Double> {
    private final Swarm swarm;
    private final int iterations;
    private final List<Double> measurements = new ArrayList<>();

    Simulation(Swarm swarm, int iterations) {
        this.swarm = swarm;
        this.iterations = iterations;
    }

    @Override
    public Double call() {
        for (int i = 0; i < iterations; i++) {
            swarm.iterate();
            measurements.add(swarm.fitness());
        }
        return swarm.fitness();
    }

    int size() {
        return measurements.size();
    }
}
