package mining;

import weka.clusterers.SimpleKMeans;
import weka.core.Instances;

// race: SimpleKMeans, built anew by every iteration
public final class Seed01SharedClusterer {
    private final SimpleKMeans clusterer = new SimpleKMeans();

    private void build(int clusters, Instances data) {
        try {
            clusterer.setNumClusters(clusters); // seeded
            clusterer.buildClusterer(data); // seeded
        } catch (Exception raced) {
            System.out.println(raced);
        }
    }

    public static void main(String[] arguments) {
        Instances data = Data.clouds(200, false);
        Seed01SharedClusterer shared = new Seed01SharedClusterer();
        Mining.trials(6).parallelStream().forEach(trial -> shared.build(trial.clusters, data));
    }
}
