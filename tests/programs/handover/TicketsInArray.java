//@ about: Threads draw numbers of an array from an atomic counter, and hand them on by an array of references.
//@ engines: run predict

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

public class TicketsInArray {
    static final class Box {
        int value;
    }

    public static void main(String[] args) {
        Box[] boxes = new Box[16];
        for (int i = 0; i < boxes.length; i++) {
            boxes[i] = new Box();
        }
        AtomicInteger next = new AtomicInteger();
        AtomicReferenceArray<Box> done = new AtomicReferenceArray<>(boxes.length);
        Runnable task = () -> {
            for (int at = next.getAndIncrement(); at < boxes.length; at = next.getAndIncrement()) {
                boxes[at].value = at;
                done.setRelease(at, boxes[at]);
            }
        };
        new Thread(task).start();
        new Thread(task).start();
        for (int at = 0; at < boxes.length; at++) {
            while (done.getAcquire(at) == null) {
                Thread.onSpinWait();
            }
            done.getAndSet(at, null).value++;
        }
    }
}
