//@ about: Whoever succeeds in removing a box from a queue owns it.
//@ engines: run predict

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

public class QueueRemovesByObject {
    static final class Box {
        int value;
    }

    public static void main(String[] args) {
        List<Box> all = new ArrayList<>();
        ConcurrentLinkedQueue<Box> queue = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 8; i++) {
            Box box = new Box();
            all.add(box);
            queue.add(box);
        }
        Runnable taker = () -> {
            for (Box box : all) {
                if (queue.remove(box)) {
                    box.value++;
                }
            }
        };
        new Thread(taker).start();
        new Thread(taker).start();
    }
}
