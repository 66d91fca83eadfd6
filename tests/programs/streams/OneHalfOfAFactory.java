//@ about: Nodes of two lists come from one method; those of the one are updated from their own list.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;

public class OneHalfOfAFactory {
    static class Node {
        int value = 1;
        final Node[] sources = new Node[1];

        void update() {
            value += sources[0].value;    //~ race(value) write
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
        connect(left, left);
        connect(right, left);
        left.parallelStream().forEach(Node::update);
        right.parallelStream().forEach(Node::update);
    }
}
