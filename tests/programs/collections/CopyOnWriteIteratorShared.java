//@ about: Two threads use one iterator of a list that is copied on write.
//@ engines: scan run predict

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

public class CopyOnWriteIteratorShared {
    public static void main(String[] args) {
        Iterator<String> names = new CopyOnWriteArrayList<>(List.of("Ada", "Bob")).iterator();
        new Thread(() -> {
            names.next();    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        names.next();    //~ race(names) write
    }
}
