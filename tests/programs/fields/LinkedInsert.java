//@ about: One thread links a node into a list that another walks.
//@ engines: scan run predict
public class LinkedInsert {
    static class Node {
        Node next;
    }

    public static void main(String[] args) {
        Node head = new Node();
        Node added = new Node();
        new Thread(() -> {
            head.next = added;      //~ race(next) write
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            Node second = head.next;      //~ race(next) read
        }).start();
    }
}
