//@ about: An iterator made before the other thread started looks at the list after that thread's add.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

public class IteratorOutlivesAdd {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        Iterator<String> remaining = names.iterator();
        new Thread(() -> {
            names.add("Ada");    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        boolean more = remaining.hasNext();    //~ race(names) read
    }
}
