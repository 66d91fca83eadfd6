//@ about: Two threads walk a list and change it, locking each node before they let go of the one before it.
//@ engines: run predict
import java.util.concurrent.locks.ReentrantLock;

public class HandOverHand {
    static class Node {
        final ReentrantLock lock = new ReentrantLock();
        final Node next;
        int visits;

        Node(Node next) {
            this.next = next;
        }
    }

    static void walk(Node head) {
        Node node = head;
        node.lock.lock();
        while (true) {
            node.visits++;
            Node next = node.next;
            if (next == null) {
                break;
            }
            next.lock.lock();
            node.lock.unlock();
            node = next;
        }
        node.lock.unlock();
    }

    public static void main(String[] args) {
        Node head = new Node(new Node(new Node(null)));
        new Thread(() -> walk(head)).start();
        new Thread(() -> walk(head)).start();
    }
}
