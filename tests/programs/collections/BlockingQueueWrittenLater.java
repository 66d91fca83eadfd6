//@ about: A producer fills a message only after it put it into a queue.
//@ engines: scan run predict

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class BlockingQueueWrittenLater {
    static final class Message {
        int number;
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Message> queue = new ArrayBlockingQueue<>(1);
        new Thread(() -> {
            Message message = new Message();
            queue.add(message);
            message.number = 42;    //~ race(number) write
            Unseen.at(1);
        }).start();
        Message taken = queue.take();
        Unseen.at(2);
        int seen = taken.number;    //~ race(number) read
    }
}
