package pso;

import java.util.stream.IntStream;

// race: memory, which the left neighbour reads while it is being replaced
public final class Seed02RingNeighbour {
    private final double[] memory = new double[200];

    void iterate(Swarm swarm) {
        IntStream.range(0, memory.length).parallel().forEach(i -> {
            Particle particle = swarm.particles.get(i);
            particle.evaluate(swarm.problem);
            double right = memory[(i + 1) % memory.length]; // seeded
            memory[i] = Math.min(particle.bestFitness, right); // seeded
        });
    }

    public static void main(String[] arguments) {
        Seed02RingNeighbour ring = new Seed02RingNeighbour();
        ring.iterate(new Swarm(Problem.SPHERE, 200, 1));
        System.out.println(ring.memory[0]);
    }
}
