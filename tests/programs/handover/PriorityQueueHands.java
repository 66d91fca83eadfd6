//@ about: Two workers take boxes from a blocking heap, and main takes them back from another one.
//@ engines: run predict

import java.util.Comparator;
import java.util.concurrent.PriorityBlockingQueue;

public class PriorityQueueHands {
    static final class Box {
        final int rank;
        int value;

        Box(int rank) {
            this.rank = rank;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Comparator<Box> byRank = Comparator.comparingInt(box -> box.rank);
        PriorityBlockingQueue<Box> open = new PriorityBlockingQueue<>(4, byRank);
        PriorityBlockingQueue<Box> done = new PriorityBlockingQueue<>(4, byRank.reversed());
        Runnable worker = () -> {
            for (int i = 0; i < 4; i++) {
                try {
                    Box box = open.take();
                    box.value++;
                    done.put(box);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        new Thread(worker).start();
        new Thread(worker).start();
        for (int i = 0; i < 8; i++) {
            Box box = new Box(i % 3);
            box.value = i;
            open.put(box);
        }
        int sum = 0;
        for (int i = 0; i < 8; i++) {
            sum += done.take().value;
        }
    }
}
