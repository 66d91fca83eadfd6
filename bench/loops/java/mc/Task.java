package mc;

import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;

/** One simulation: its seed goes in, its result comes out. */
class Task {
    final int seed;
    Result result;

    Task(int seed) {
        this.seed = seed;
    }

    RandomGenerator generator() {
        return new Well19937c(seed);
    }

    void run(Market market) {
        MonteCarlo.daysPerYear = 252; // benign: every task writes the same value
        result = new Result(new PricePath(market, generator()));
    }
}
