//@ about: Whoever replaces a box with its stamp owns the box that it took out.
//@ engines: run predict

import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicStampedReference;

public class StampedReference {
    static final class Box {
        int value;
    }

    public static void main(String[] args) {
        AtomicStampedReference<Box> current = new AtomicStampedReference<>(new Box(), 0);
        AtomicMarkableReference<Box> last = new AtomicMarkableReference<>(null, false);
        Runnable task = () -> {
            Box mine = new Box();
            for (int i = 0; i < 20; i++) {
                mine.value++;
                int[] stamp = new int[1];
                Box taken = current.get(stamp);
                if (current.compareAndSet(taken, mine, stamp[0], stamp[0] + 1)) {
                    mine = taken;
                }
            }
            last.set(mine, true);
        };
        new Thread(task).start();
        new Thread(task).start();
        boolean[] isSet = new boolean[1];
        Box box = last.get(isSet);
        int seen = isSet[0] ? box.value : 0;
    }
}
