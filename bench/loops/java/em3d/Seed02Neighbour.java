package em3d;

import java.util.stream.IntStream;

// race: the element of the neighbour, which has an iteration of its own
public final class Seed02Neighbour {
    public static void main(String[] arguments) {
        Graph graph = Em3d.graph(1000);
        double[] flow = new double[1001];
        IntStream.range(0, 1000).parallel().forEach(i -> {
            Node node = graph.electric.get(i);
            node.update();
            flow[i] += node.value; // seeded
            flow[i + 1] -= node.value; // seeded
        });
        System.out.println(flow[500]);
    }
}
