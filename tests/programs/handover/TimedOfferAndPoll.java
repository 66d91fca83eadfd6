//@ about: A producer offers and a consumer polls, both with a time limit, and both try again.
//@ engines: run predict

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class TimedOfferAndPoll {
    static final class Box {
        int value;
    }

    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<Box> queue = new LinkedBlockingQueue<>(1);
        new Thread(() -> {
            try {
                for (int i = 0; i < 4; i++) {
                    Box box = new Box();
                    box.value = i;
                    while (!queue.offer(box, 1, TimeUnit.MILLISECONDS)) {
                        box.value--;
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        for (int taken = 0; taken < 4;) {
            Box box = queue.poll(1, TimeUnit.MILLISECONDS);
            if (box != null) {
                box.value++;
                taken++;
            }
        }
    }
}
