package mining;

import weka.clusterers.SimpleKMeans;
import weka.core.Instances;

/** A clusterer, built for a number of clusters. */
final class Trial {
    final int clusters;
    private double error;

    Trial(int clusters) {
        this.clusters = clusters;
    }

    void run(Instances data) {
        SimpleKMeans clusterer = new SimpleKMeans();
        build(clusterer, data);
        error = clusterer.getSquaredError();
    }

    void build(SimpleKMeans clusterer, Instances data) {
        try {
            clusterer.setSeed(7);
            clusterer.setNumClusters(clusters);
            clusterer.buildClusterer(data);
        } catch (Exception error) {
            throw new IllegalStateException(error);
        }
    }

    double error() {
        return error;
    }
}
