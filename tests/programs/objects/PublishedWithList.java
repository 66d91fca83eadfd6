//@ about: An object is published by a race with a list that it holds: what was done to the list's elements before may not be seen.
//@ engines: scan run

import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;

public class PublishedWithList {
    static class Item {
        int x;
    }

    static class Kept extends SoftReference<Item> {
        Kept(Item item) {
            super(item);
        }
    }

    static class Holder {
        List<Item> items = new ArrayList<>();    //~ race(items) write
        Kept kept;

        Holder() {
            Item item = new Item();
            item.x = 1;    //~ race(x) write
            items.add(item);    //~ race(list) write
            Item other = new Item();
            other.x = 2;    //~ race(y) write
            kept = new Kept(other);    //~ race(kept) write
        }
    }

    static Holder cached;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            cached = new Holder();    //~ race(cached) write
            Unseen.at(1);
        });
        Thread second = new Thread(() -> {
            Unseen.at(2);
            Holder holder = cached;    //~ race(cached) read
            if (holder != null) {
                List<Item> items = holder.items;    //~ race(items) read
                Item item = items.get(0);    //~ race(list) read
                System.out.println(item.x);    //~ race(x) read
                Kept kept = holder.kept;    //~ race(kept) read
                Item other = kept.get();
                System.out.println(other == null ? 0 : other.x);    //~ race(y) read
            }
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
