package em3d;

import java.util.Random;

/** Propagates electromagnetic waves; after Olden's Em3d, each half step as a parallel loop. */
public final class Em3d {
    private Em3d() {}

    static Graph graph(int size) {
        return new Graph(size, 10, new Random(783));
    }

    static void step(Graph graph) {
        graph.electric.parallelStream().forEach(Node::update);
        graph.magnetic.parallelStream().forEach(Node::update);
    }

    public static void main(String[] arguments) {
        int size = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2000;
        Graph graph = graph(size);
        for (int i = 0; i < 50; i++) {
            step(graph);
        }
        System.out.printf("OK %.6f%n", graph.sum());
    }
}
