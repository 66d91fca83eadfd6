//@ about: Who submits an object to a publisher writes to it later, while the consumer reads it.
//@ engines: scan run predict

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SubmissionPublisher;

public class PublishedToConsumer {
    static class Item {
        int count;
    }

    public static void main(String[] args) {
        SubmissionPublisher<Item> items = new SubmissionPublisher<>();
        CompletableFuture<Void> done = items.consume(item -> {
            Unseen.at(2);
            int seen = item.count;    //~ race(count) read
            Unseen.at(3);
        });
        Item item = new Item();
        items.submit(item);
        item.count = 1;    //~ race(count) write
        Unseen.at(1);
        Unseen.at(4);
        items.close();
        done.join();
    }
}
