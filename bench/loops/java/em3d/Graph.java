package em3d;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A bipartite graph: electric nodes depend on magnetic ones, and the other way round. */
final class Graph {
    final List<Node> electric;
    final List<Node> magnetic;

    Graph(int size, int degree, Random random) {
        electric = nodes(size, degree, random);
        magnetic = nodes(size, degree, random);
        connect(electric, magnetic, random);
        connect(magnetic, electric, random);
    }

    private static List<Node> nodes(int size, int degree, Random random) {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            nodes.add(new Node(random.nextDouble(), degree));
        }
        return nodes;
    }

    private static void connect(List<Node> nodes, List<Node> others, Random random) {
        for (Node node : nodes) {
            for (int i = 0; i < node.sources.length; i++) {
                node.sources[i] = others.get(random.nextInt(others.size()));
                node.coefficients[i] = random.nextDouble() / 100;
            }
        }
    }

    double sum() {
        double sum = 0;
        for (Node node : electric) {
            sum += node.value;
        }
        for (Node node : magnetic) {
            sum += node.value;
        }
        return sum;
    }
}
