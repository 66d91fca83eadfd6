//@ about: A box goes through a chain of virtual threads, each with a queue to the next.
//@ engines: run predict
//@ jdk: 21

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;

public class VirtualThreadsRelay {
    static final class Box {
        int value;
    }

    private static void pass(BlockingQueue<Box> from, BlockingQueue<Box> to) {
        try {
            Box box = from.take();
            box.value++;
            to.put(box);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Box> first = new ArrayBlockingQueue<>(1);
        BlockingQueue<Box> last = first;
        for (int i = 0; i < 8; i++) {
            BlockingQueue<Box> from = last;
            BlockingQueue<Box> to = i % 2 == 0 ? new SynchronousQueue<>() : new ArrayBlockingQueue<>(1);
            Thread.ofVirtual().start(() -> pass(from, to));
            last = to;
        }
        Box box = new Box();
        box.value = 1;
        first.put(box);
        last.take().value++;
    }
}
