package mining;

import java.util.HashMap;
import java.util.Map;
import weka.core.Instances;

// race: HashMap of the errors by the number of clusters
public final class Seed05SharedSums {
    public static void main(String[] arguments) {
        Instances data = Data.clouds(100, false);
        Map<Integer, Double> errors = new HashMap<>();
        Mining.trials(12).parallelStream().forEach(trial -> {
            trial.run(data);
            errors.merge(trial.clusters, trial.error(), Double::sum); // seeded
        });
        System.out.println(errors.size());
    }
}
