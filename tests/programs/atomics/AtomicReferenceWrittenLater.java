//@ about: A box is filled only after it was set in an AtomicReference.
//@ engines: scan run predict

import java.util.concurrent.atomic.AtomicReference;

public class AtomicReferenceWrittenLater {
    static final class Box {
        int value;
    }

    public static void main(String[] args) {
        AtomicReference<Box> published = new AtomicReference<>();
        new Thread(() -> {
            Box box = new Box();
            published.set(box);
            box.value = 42;    //~ race(value) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        Box box = published.get();
        int seen = box.value;    //~ race(value) read
    }
}
