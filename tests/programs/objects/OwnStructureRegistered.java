//@ about: Each thread builds a list that all can find, but only its maker looks into it.
//@ engines: scan run predict
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class OwnStructureRegistered {
    static class Node {
        int value;
        Node next;
    }

    static final List<Node> registry = Collections.synchronizedList(new ArrayList<>());

    static void build() {
        Node head = new Node();
        registry.add(head);
        for (int i = 0; i < 3; i++) {
            Node node = new Node();
            node.next = head.next;
            head.next = node;
            head.next.value++;
        }
        List<Node> all = new ArrayList<>();
        for (Node node = head; node != null; node = node.next) {
            all.add(node);
        }
        for (Node node : all) {
            node.value++;
        }
        registry.size();
    }

    public static void main(String[] args) {
        new Thread(OwnStructureRegistered::build).start();
        new Thread(OwnStructureRegistered::build).start();
    }
}
