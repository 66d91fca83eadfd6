package mc;

import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;

// race: Well19937c, from which all iterations draw
public final class Seed02SharedGenerator {
    public static void main(String[] arguments) {
        RandomGenerator random = new Well19937c(1);
        MonteCarlo.tasks(500).parallelStream().forEach(task -> {
            double start = 100 + random.nextDouble(); // seeded
            task.run(new Market(start, 0.05, 0.2, 252));
        });
    }
}
