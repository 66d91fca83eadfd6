//@ about: A stack of plain nodes whose top is changed by a field updater.
//@ engines: run predict

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class UpdaterStack {
    static final class Node {
        int value;
        Node next;
    }

    private static final AtomicReferenceFieldUpdater<UpdaterStack, Node> TOP =
            AtomicReferenceFieldUpdater.newUpdater(UpdaterStack.class, Node.class, "top");
    private volatile Node top;

    void push(int value) {
        Node node = new Node();
        node.value = value;
        do {
            node.next = top;
        } while (!TOP.compareAndSet(this, node.next, node));
    }

    Node popAll() {
        return TOP.getAndSet(this, null);
    }

    public static void main(String[] args) {
        UpdaterStack stack = new UpdaterStack();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                for (int value = 0; value < 16; value++) {
                    stack.push(value);
                }
            }).start();
        }
        for (int taken = 0; taken < 32;) {
            for (Node node = stack.popAll(); node != null; node = node.next) {
                node.value++;
                taken++;
            }
        }
    }
}
