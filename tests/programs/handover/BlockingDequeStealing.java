//@ about: The owner takes boxes from one end of a blocking deque, a thief from the other, until an end mark.
//@ engines: run predict

import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;

public class BlockingDequeStealing {
    static final class Box {
        int value;
    }

    private static final Box END = new Box();

    public static void main(String[] args) throws InterruptedException {
        BlockingDeque<Box> deque = new LinkedBlockingDeque<>();
        for (int i = 0; i < 16; i++) {
            Box box = new Box();
            box.value = i;
            deque.addLast(box);
        }
        Thread thief = new Thread(() -> {
            for (Box box = deque.pollFirst(); box != null && box != END; box = deque.pollFirst()) {
                box.value++;
            }
        });
        thief.start();
        for (Box box = deque.pollLast(); box != null; box = deque.pollLast()) {
            box.value--;
        }
        deque.putLast(END);
        thief.join();
    }
}
