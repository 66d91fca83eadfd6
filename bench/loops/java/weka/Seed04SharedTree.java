package mining;

import java.util.List;
import weka.classifiers.trees.DecisionStump;
import weka.core.Instances;

// race: stump, replaced and trained by every iteration
public final class Seed04SharedTree {
    private DecisionStump stump;

    private double train(Instances data) {
        try {
            stump = new DecisionStump(); // seeded
            stump.buildClassifier(data); // seeded
            return stump.classifyInstance(data.instance(0)); // seeded
        } catch (Exception raced) {
            return -1;
        }
    }

    public static void main(String[] arguments) {
        Instances data = Data.clouds(200, true);
        Seed04SharedTree shared = new Seed04SharedTree();
        List<Trial> trials = Mining.trials(8);
        System.out.println(trials.parallelStream().mapToDouble(trial -> shared.train(data)).sum());
    }
}
