//@ about: A subscriber counts in plain fields: its methods are called one after the other.
//@ engines: run predict

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

public class PublisherSubscriber implements Flow.Subscriber<PublisherSubscriber.Item> {
    static final class Item {
        int value;
    }

    private final CountDownLatch done = new CountDownLatch(1);
    private Flow.Subscription subscription;
    private int sum;

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        this.subscription = subscription;
        subscription.request(1);
    }

    @Override
    public void onNext(Item item) {
        sum += ++item.value;
        subscription.request(1);
    }

    @Override
    public void onError(Throwable problem) {
        done.countDown();
    }

    @Override
    public void onComplete() {
        sum++;
        done.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        PublisherSubscriber subscriber = new PublisherSubscriber();
        try (SubmissionPublisher<Item> publisher = new SubmissionPublisher<>()) {
            publisher.subscribe(subscriber);
            for (int i = 0; i < 16; i++) {
                Item item = new Item();
                item.value = i;
                publisher.submit(item);
            }
        }
        subscriber.done.await();
        int sum = subscriber.sum;
    }
}
