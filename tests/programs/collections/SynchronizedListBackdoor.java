//@ about: One thread uses the synchronised wrapper of a list, another one the list itself.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class SynchronizedListBackdoor {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        List<String> guarded = Collections.synchronizedList(names);
        new Thread(() -> {
            guarded.add("Ada");    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int size = names.size();    //~ race(names) read
    }
}
