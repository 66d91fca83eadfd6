//@ about: Boxes are put at one end of a lock-free deque and polled from the other by a thread that spins.
//@ engines: run predict

import java.util.concurrent.ConcurrentLinkedDeque;

public class LinkedDequeSpin {
    static final class Box {
        int value;
    }

    public static void main(String[] args) {
        ConcurrentLinkedDeque<Box> deque = new ConcurrentLinkedDeque<>();
        new Thread(() -> {
            for (int taken = 0; taken < 8;) {
                Box box = deque.pollLast();
                if (box == null) {
                    Thread.onSpinWait();
                } else {
                    box.value++;
                    taken++;
                }
            }
        }).start();
        for (int i = 0; i < 8; i++) {
            Box box = new Box();
            box.value = i;
            deque.offerFirst(box);
        }
    }
}
