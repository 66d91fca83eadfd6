package em3d;

// race: the coefficients of a node, which a copy of it shares
public final class Seed07ShallowCopy {
    private static final class Scaled {
        private final double[] coefficients;

        Scaled(Node node) {
            coefficients = node.coefficients;
        }

        void scale() {
            for (int i = 0; i < coefficients.length; i++) {
                coefficients[i] *= 0.5; // seeded
            }
        }
    }

    public static void main(String[] arguments) {
        Graph graph = Em3d.graph(1000);
        graph.electric.parallelStream().forEach(node -> new Scaled(node.sources[0]).scale());
        System.out.println(graph.sum());
    }
}
