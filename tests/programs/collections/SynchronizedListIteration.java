//@ about: A synchronised list is iterated over without its lock.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class SynchronizedListIteration {
    public static void main(String[] args) {
        List<String> names = Collections.synchronizedList(new ArrayList<>());
        new Thread(() -> {
            names.add("Ada");    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int letters = 0;
        for (String name : names) {    //~ race(names) read
            letters += name.length();
        }
    }
}
