package pso;

import java.util.concurrent.atomic.AtomicReference;

// race: the elements of an array that an atomic reference holds
public final class Seed08AtomicHolder {
    public static void main(String[] arguments) {
        Swarm swarm = new Swarm(Problem.SPHERE, 200, 1);
        AtomicReference<double[]> record = new AtomicReference<>(new double[] {Double.POSITIVE_INFINITY});
        swarm.particles.parallelStream().forEach(particle -> {
            particle.evaluate(swarm.problem);
            if (particle.fitness < record.get()[0]) { // seeded
                record.get()[0] = particle.fitness; // seeded
            }
        });
        System.out.println(record.get()[0]);
    }
}
