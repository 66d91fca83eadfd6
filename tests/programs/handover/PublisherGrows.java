//@ about: A publisher is ahead of its subscriber, so that the buffer between them grows.
//@ engines: run predict

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SubmissionPublisher;

public class PublisherGrows {
    static final class Item {
        int value;
    }

    public static void main(String[] args) throws InterruptedException {
        SubmissionPublisher<Item> publisher = new SubmissionPublisher<>();
        CountDownLatch many = new CountDownLatch(1);
        int[] sum = new int[1];
        var done = publisher.consume(item -> {
            try {
                many.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            sum[0] += item.value++;
        });
        for (int i = 0; i < 400; i++) {
            Item item = new Item();
            item.value = i;
            publisher.submit(item);
            if (i == 20) {
                many.countDown();
            }
        }
        publisher.close();
        done.join();
        sum[0]++;
    }
}
