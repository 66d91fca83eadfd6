package em3d;

/** A point of one field: its value follows from points of the other field. */
final class Node {
    double value;
    final Node[] sources;
    final double[] coefficients;

    Node(double value, int degree) {
        this.value = value;
        sources = new Node[degree];
        coefficients = new double[degree];
    }

    void update() {
        for (int i = 0; i < sources.length; i++) {
            value -= coefficients[i] * sources[i].value;
        }
    }
}
