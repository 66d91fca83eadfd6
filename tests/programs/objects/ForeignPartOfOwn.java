//@ about: A thread makes an object part of its own that another thread made and still writes.
//@ engines: scan run predict
public class ForeignPartOfOwn {
    static class Node {
        int value;
        Node next;
    }

    static volatile Node found;

    public static void main(String[] args) {
        new Thread(() -> {
            Node node = new Node();
            found = node;
            Unseen.at(1);
            Unseen.at(3);
            node.value = 1;                            //~ race(value) write
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            Node own = new Node();
            own.next = found;
            own.next.value = 2;                        //~ race(value) write
        }).start();
    }
}
