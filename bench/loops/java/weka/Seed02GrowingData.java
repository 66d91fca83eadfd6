package mining;

import weka.core.DenseInstance;
import weka.core.Instances;

// race: Instances, to which every iteration adds one
public final class Seed02GrowingData {
    public static void main(String[] arguments) {
        Instances data = Data.clouds(100, false);
        Mining.trials(50).parallelStream().forEach(trial -> {
            DenseInstance point = new DenseInstance(1, new double[] {trial.clusters, 0});
            data.add(point); // seeded
        });
        System.out.println(data.numInstances());
    }
}
