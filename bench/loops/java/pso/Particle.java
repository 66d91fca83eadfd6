package pso;

import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.random.RandomGenerator;

/** A point that flies, and remembers where it was best. */
class Particle {
    final RandomGenerator random;
    RealVector position;
    RealVector velocity;
    double fitness = Double.POSITIVE_INFINITY;
    RealVector best;
    double bestFitness = Double.POSITIVE_INFINITY;

    Particle(int seed, Problem problem) {
        random = new MersenneTwister(seed);
        double[] start = new double[problem.dimensions()];
        for (int i = 0; i < start.length; i++) {
            start[i] = problem.bound() * (2 * random.nextDouble() - 1);
        }
        position = new ArrayRealVector(start, false);
        velocity = new ArrayRealVector(start.length);
        best = position;
    }

    /** Flies towards its own best place and the swarm's. */
    void move(RealVector target) {
        RealVector own = best.subtract(position).mapMultiply(1.49 * random.nextDouble());
        RealVector social = target.subtract(position).mapMultiply(1.49 * random.nextDouble());
        velocity = velocity.mapMultiply(0.72).add(own).add(social);
        position = position.add(velocity);
    }

    void evaluate(Problem problem) {
        fitness = problem.value(position.toArray());
        if (fitness < bestFitness) {
            bestFitness = fitness;
            best = position;
        }
    }
}
