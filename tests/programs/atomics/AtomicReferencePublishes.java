//@ about: A box is filled before it is set in an AtomicReference and read after it was got from there.
//@ engines: scan run predict

import java.util.concurrent.atomic.AtomicReference;

public class AtomicReferencePublishes {
    static final class Box {
        int value;
    }

    public static void main(String[] args) {
        AtomicReference<Box> published = new AtomicReference<>();
        new Thread(() -> {
            Box box = new Box();
            box.value = 42;
            published.set(box);
        }).start();
        Box box = published.get();
        while (box == null) {
            Thread.onSpinWait();
            box = published.get();
        }
        int seen = box.value;
    }
}
