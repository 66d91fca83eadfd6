//@ about: Two threads use one iterator of an immutable list.
//@ engines: scan run predict

import java.util.Iterator;
import java.util.List;

public class IteratorShared {
    public static void main(String[] args) {
        Iterator<String> names = List.of("Ada", "Bob").iterator();
        new Thread(() -> {
            names.next();    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        names.next();    //~ race(names) write
    }
}
