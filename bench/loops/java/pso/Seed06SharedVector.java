package pso;

import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealVector;

// race: the elements of one vector, changed in place for all particles
public final class Seed06SharedVector {
    public static void main(String[] arguments) {
        Swarm swarm = new Swarm(Problem.SPHERE, 200, 1);
        RealVector centre = new ArrayRealVector(swarm.problem.dimensions());
        swarm.particles.parallelStream().forEach(particle -> {
            particle.evaluate(swarm.problem);
            for (int i = 0; i < particle.position.getDimension(); i++) {
                centre.addToEntry(i, particle.position.getEntry(i)); // seeded
            }
        });
        System.out.println(centre.getEntry(0));
    }
}
