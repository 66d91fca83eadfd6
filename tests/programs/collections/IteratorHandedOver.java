//@ about: An iterator is used by one thread after the other.
//@ engines: scan run predict

import java.util.Iterator;
import java.util.List;

public class IteratorHandedOver {
    public static void main(String[] args) throws InterruptedException {
        Iterator<String> names = List.of("Ada", "Bob", "Eve").iterator();
        names.next();
        Thread thread = new Thread(names::next);
        thread.start();
        thread.join();
        names.next();
    }
}
