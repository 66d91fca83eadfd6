//@ about: Nodes of two lists come from one method; those of the one are updated from those of the other.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class HalvesOfAFactory {
    static class Node {
        int value = 1;
        final Node[] sources = new Node[1];

        void update() {
            value += sources[0].value;
        }
    }

    static List<Node> nodes() {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            nodes.add(new Node());
        }
        return nodes;
    }

    static void connect(List<Node> nodes, List<Node> others) {
        for (Node node : nodes) {
            node.sources[0] = others.get(0);
        }
    }

    public static void main(String[] args) {
        List<Node> left = nodes();
        List<Node> right = nodes();
        connect(left, right);
        connect(right, left);
        left.parallelStream().forEach(Node::update);
        right.parallelStream().forEach(Node::update);
    }
}
