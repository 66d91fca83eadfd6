//@ about: Nodes that make their own successors are told apart up to depth k - 1.

public class SelfMadeNodes {
    public static void main(String[] args) {
        Node one = new Node();
        Node two = new Node();
        Object a = new Object();        //@site a
        Object b = new Object();        //@site b
        for (int i = 0; i < 4; i++) {
            one.add(a);
            two.add(b);
        }
        Object x1 = one.next.value;
        Object y1 = two.next.value;
        Object x2 = one.next.next.value;
        Object y2 = two.next.next.value;
        Object x3 = one.next.next.next.value;
        Object y3 = two.next.next.next.value;
        Expect.k(0, 1).mayAlias(x1, y1);
        Expect.fromK(2).distinct(x1, y1);
        Expect.k(0, 1, 2).mayAlias(x2, y2);
        Expect.k(3).distinct(x2, y2);
        Expect.k(3).pointsTo(x2, "a");
        Expect.mayAlias(x3, y3);
        Expect.k(0, 1).pointsTo(y1, "a", "b");
    }
}

class Node {
    Object value;
    Node next;

    void add(Object added) {
        if (next != null) {
            next.add(added);
            return;
        }
        Node fresh = new Node();
        fresh.fill(added);
        next = fresh;
    }

    void fill(Object added) {
        value = added;
    }
}
