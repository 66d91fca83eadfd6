package em3d;

// race: negative, changed under the lock on one of two paths only
public final class Seed05OnePathLocked {
    private int negative;

    void count(Node node) {
        if (node.value < 0) {
            synchronized (this) {
                negative++; // seeded
            }
        } else if (node.sources[0].value < 0) {
            negative++; // seeded
        }
    }

    public static void main(String[] arguments) {
        Seed05OnePathLocked counter = new Seed05OnePathLocked();
        Graph graph = Em3d.graph(1000);
        Em3d.step(graph);
        graph.electric.parallelStream().forEach(counter::count);
        System.out.println(counter.negative);
    }
}
