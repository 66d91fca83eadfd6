package pso;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.linear.RealVector;

/** Particles that solve one problem; one iteration is a parallel loop over them. */
class Swarm {
    final Problem problem;
    final List<Particle> particles = new ArrayList<>();
    private Particle leader;

    Swarm(Problem problem, int size, int seed) {
        this.problem = problem;
        for (int i = 0; i < size; i++) {
            particles.add(new Particle(seed + i, problem));
        }
        leader = particles.get(0);
    }

    void iterate() {
        RealVector target = leader.best;
        particles.parallelStream().forEach(particle -> {
            particle.move(target);
            particle.evaluate(problem);
        });
        for (Particle particle : particles) {
            if (particle.bestFitness < leader.bestFitness) {
                leader = particle;
            }
        }
    }

    double fitness() {
        return leader.bestFitness;
    }
}
