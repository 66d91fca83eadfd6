//@ about: A consumer drains a bounded queue into a list of its own and owns what was in it.
//@ engines: run predict

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class ArrayQueueDrained {
    static final class Box {
        int value;
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Box> queue = new ArrayBlockingQueue<>(2);
        new Thread(() -> {
            for (int i = 0; i < 8; i++) {
                Box box = new Box();
                box.value = i;
                try {
                    queue.put(box);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }).start();
        int sum = 0;
        List<Box> batch = new ArrayList<>();
        for (int taken = 0; taken < 8; taken += batch.size()) {
            batch.clear();
            batch.add(queue.take());
            queue.drainTo(batch);
            for (Box box : batch) {
                sum += box.value++;
            }
        }
    }
}
