//@ about: An object that goes through a queue arrives in the other thread.

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class QueueBetweenThreads {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
        Consumer consumer = new Consumer(queue);
        consumer.start();
        queue.put(new Object());                //@site message
        consumer.join();
        Expect.pointsTo(consumer.got, "message");
    }
}

class Consumer extends Thread {
    private final BlockingQueue<Object> queue;
    Object got;

    Consumer(BlockingQueue<Object> queue) {
        this.queue = queue;
    }

    @Override
    public void run() {
        try {
            got = queue.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
