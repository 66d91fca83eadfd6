package em3d;

import java.util.concurrent.ConcurrentHashMap;

// race: steps, counted by a bulk operation of a concurrent map
public final class Seed09BulkOperation {
    private int steps;

    void visit(Node node) {
        node.update();
        steps++; // seeded
    }

    public static void main(String[] arguments) {
        ConcurrentHashMap<Integer, Node> nodes = new ConcurrentHashMap<>();
        Em3d.graph(1000).electric.forEach(node -> nodes.put(nodes.size(), node));
        Seed09BulkOperation visitor = new Seed09BulkOperation();
        nodes.forEachValue(1, visitor::visit);
        System.out.println(visitor.steps);
    }
}
