//@ about: A producer fills a message before it puts it into a queue, and the consumer reads what it took.
//@ engines: scan run predict

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class BlockingQueuePublishes {
    static final class Message {
        int number;
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Message> queue = new ArrayBlockingQueue<>(1);
        new Thread(() -> {
            Message message = new Message();
            message.number = 42;
            queue.add(message);
        }).start();
        int seen = queue.take().number;
    }
}
