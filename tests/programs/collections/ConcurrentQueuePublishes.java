//@ about: A message goes through a ConcurrentLinkedQueue that the consumer polls.
//@ engines: scan run predict

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

public class ConcurrentQueuePublishes {
    static final class Message {
        int number;
    }

    public static void main(String[] args) {
        Queue<Message> queue = new ConcurrentLinkedQueue<>();
        new Thread(() -> {
            Message message = new Message();
            message.number = 42;
            queue.add(message);
        }).start();
        Message taken = queue.poll();
        while (taken == null) {
            Thread.onSpinWait();
            taken = queue.poll();
        }
        int seen = taken.number;
    }
}
