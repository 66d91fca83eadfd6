//@ about: A box goes through three threads by synchronous queues, fair and not.
//@ engines: run predict

import java.util.concurrent.SynchronousQueue;

public class SynchronousQueueRelay {
    static final class Box {
        int value;
    }

    private static void relay(SynchronousQueue<Box> from, SynchronousQueue<Box> to) {
        try {
            for (int i = 0; i < 4; i++) {
                Box box = from.take();
                box.value++;
                to.put(box);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<Box> first = new SynchronousQueue<>();
        SynchronousQueue<Box> second = new SynchronousQueue<>(true);
        SynchronousQueue<Box> third = new SynchronousQueue<>();
        new Thread(() -> relay(first, second)).start();
        new Thread(() -> relay(second, third)).start();
        Box box = new Box();
        for (int i = 0; i < 4; i++) {
            box.value++;
            first.put(box);
            box = third.take();
        }
    }
}
