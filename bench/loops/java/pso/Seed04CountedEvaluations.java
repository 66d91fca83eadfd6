package pso;

import org.apache.commons.math3.analysis.MultivariateFunction;

// race: evaluations, counted by a function that all particles share
public final class Seed04CountedEvaluations implements MultivariateFunction {
    private final MultivariateFunction function;
    private int evaluations;

    Seed04CountedEvaluations(MultivariateFunction function) {
        this.function = function;
    }

    @Override
    public double value(double[] point) {
        evaluations += 1; // seeded
        return function.value(point);
    }

    public static void main(String[] arguments) {
        Seed04CountedEvaluations counted = new Seed04CountedEvaluations(Problem.GRIEWANK);
        Swarm swarm = new Swarm(Problem.GRIEWANK, 200, 1);
        swarm.particles.parallelStream().forEach(p -> p.fitness = counted.value(p.position.toArray()));
        System.out.println(counted.evaluations);
    }
}
