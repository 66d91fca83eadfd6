package mc;

import java.util.List;
import org.apache.commons.math3.random.RandomGenerator;

// race: buffer, the scratch array of a helper that all iterations use
public final class Seed04ScratchArray {
    private final double[] buffer = new double[64];

    double average(RandomGenerator random) {
        double sum = 0;
        for (int i = 0; i < buffer.length; i++) {
            buffer[i] = random.nextGaussian(); // seeded
        }
        for (double value : buffer) { // seeded
            sum += value;
        }
        return sum / buffer.length;
    }

    public static void main(String[] arguments) {
        Seed04ScratchArray helper = new Seed04ScratchArray();
        List<Task> tasks = MonteCarlo.tasks(500);
        System.out.println(tasks.parallelStream().mapToDouble(task -> helper.average(task.generator())).sum());
    }
}
