//@ about: A reference that is enqueued by hand hands plain data to who removes it from its queue.
//@ engines: run predict

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

public class ReferenceEnqueued {
    static final class Ticket extends WeakReference<Object> {
        int value;

        Ticket(Object object, ReferenceQueue<Object> queue) {
            super(object, queue);
        }
    }

    public static void main(String[] args) {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object kept = new Object();
        Ticket ticket = new Ticket(kept, queue);
        new Thread(() -> {
            try {
                ((Ticket) queue.remove()).value++;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        ticket.value = 1;
        ticket.enqueue();
        Reference.reachabilityFence(kept);
    }
}
