//@ about: One thread locks a list node to write its field, another locks the next node instead to read it.
//@ engines: scan run predict
public class NeighboursLock {
    static class Node {
        final Node next;
        int visits;

        Node(Node next) {
            this.next = next;
        }
    }

    static void visit(Node node, int number) {
        synchronized (node) {
            node.visits = number;      //~ race(visits) write
        }
    }

    static int look(Node node) {
        synchronized (node.next) {
            return node.visits;      //~ race(visits) read
        }
    }

    public static void main(String[] args) {
        Node last = new Node(null);
        Node head = new Node(last);
        new Thread(() -> {
            visit(head, 1);
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            look(head);
        }).start();
    }
}
