//@ about: From k = 2 on, the nodes of two linked lists are told apart by their list.

public class LinkedNodes {
    public static void main(String[] args) {
        Chain one = new Chain();
        Chain two = new Chain();
        for (int i = 0; i < 3; i++) {
            one.add(new Object());      //@site a
            two.add(new Object());      //@site b
        }
        Expect.k(0, 1).mayAlias(one.head, two.head);
        Expect.fromK(2).distinct(one.head, two.head);
        Expect.fromK(2).distinct(one.head.next, two.head.next);
        Expect.k(0, 1).pointsTo(one.last(), "a", "b");
        Expect.fromK(2).pointsTo(one.last(), "a");
        Expect.fromK(2).pointsTo(two.last(), "b");
    }
}

class Chain {
    Node head;

    void add(Object value) {
        head = new Node(value, head);
    }

    Object last() {
        Node node = head;
        while (node.next != null) {
            node = node.next;
        }
        return node.value;
    }
}

class Node {
    final Object value;
    final Node next;

    Node(Object value, Node next) {
        this.value = value;
        this.next = next;
    }
}
