//@ about: A thread goes on with what it made and showed to others, and another one looks into it.
//@ engines: scan run predict
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class OwnStructureFound {
    static class Node {
        int value;
        Node next;
    }

    static final List<Node> registry = Collections.synchronizedList(new ArrayList<>());

    public static void main(String[] args) {
        new Thread(() -> {
            Node head = new Node();
            head.next = new Node();
            registry.add(head);
            Unseen.at(1);
            head.next.value++;                         //~ race(value) write
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            int seen = registry.get(0).next.value;     //~ race(value) read
        }).start();
    }
}
