//@ about: What is added to the builder of a stream is what its functions are given.
//@ engines: scan run predict

import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

public class BuiltStreamShows {
    static class Item {
        int count;
    }

    public static void main(String[] args) {
        AtomicReference<Item> shown = new AtomicReference<>();
        new Thread(() -> {
            Unseen.at(2);
            int seen = shown.get().count;    //~ race(count) read
        }).start();
        Item item = new Item();
        Stream.<Item>builder().add(item).build().forEach(shown::set);
        item.count = 1;    //~ race(count) write
        Unseen.at(1);
    }
}
