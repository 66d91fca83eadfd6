package mining;

import java.util.ArrayList;
import java.util.List;
import weka.core.Instances;

/** Looks for the best number of clusters: a parallel loop that builds Weka's clusterers of one data set. */
public final class Mining {
    private Mining() {}

    static List<Trial> trials(int number) {
        List<Trial> trials = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            trials.add(new Trial(1 + i % 6));
        }
        return trials;
    }

    public static void main(String[] arguments) {
        int number = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 12;
        Instances data = Data.clouds(400, false);
        List<Trial> trials = trials(number);
        trials.parallelStream().forEach(trial -> trial.run(data));
        double sum = 0;
        for (Trial trial : trials) {
            sum += trial.error();
        }
        System.out.printf("OK %.6f%n", sum);
    }
}
