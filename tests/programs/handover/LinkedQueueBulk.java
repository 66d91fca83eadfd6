//@ about: A whole batch is added to a lock-free queue at once, and each box is polled by one of two threads.
//@ engines: run predict

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

public class LinkedQueueBulk {
    static final class Box {
        int value;
    }

    public static void main(String[] args) {
        ConcurrentLinkedQueue<Box> queue = new ConcurrentLinkedQueue<>();
        Runnable consumer = () -> {
            for (int tries = 0; tries < 1000; tries++) {
                Box box = queue.poll();
                if (box != null) {
                    box.value++;
                }
            }
        };
        new Thread(consumer).start();
        new Thread(consumer).start();
        List<Box> batch = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Box box = new Box();
            box.value = i;
            batch.add(box);
        }
        queue.addAll(batch);
    }
}
