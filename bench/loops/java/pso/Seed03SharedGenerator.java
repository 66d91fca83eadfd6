package pso;

import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.random.RandomGenerator;

// race: MersenneTwister in a static field, from which all particles draw
public final class Seed03SharedGenerator {
    private static final RandomGenerator RANDOM = new MersenneTwister(1);

    private static double inertia() {
        return 0.5 + RANDOM.nextDouble() / 2; // seeded
    }

    public static void main(String[] arguments) {
        Swarm swarm = new Swarm(Problem.RASTRIGIN, 200, 1);
        swarm.particles.parallelStream().forEach(particle -> {
            double inertia = inertia();
            particle.velocity = particle.velocity.mapMultiply(inertia);
        });
    }
}
