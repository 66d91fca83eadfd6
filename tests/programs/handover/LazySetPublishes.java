//@ about: A plain object is published by lazySet and by the update functions of an atomic reference.
//@ engines: run predict

import java.util.concurrent.atomic.AtomicReference;

public class LazySetPublishes {
    static final class Box {
        int value;
    }

    public static void main(String[] args) {
        AtomicReference<Box> shown = new AtomicReference<>();
        new Thread(() -> {
            Box box = new Box();
            box.value = 1;
            shown.lazySet(box);
        }).start();
        while (shown.get() == null) {
            Thread.onSpinWait();
        }
        Box seen = shown.get();
        Box next = shown.updateAndGet(old -> {
            Box box = new Box();
            box.value = old.value + 1;
            return box;
        });
        seen.value++;
        next.value++;
    }
}
