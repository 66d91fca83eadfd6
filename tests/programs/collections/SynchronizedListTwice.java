//@ about: Two synchronised wrappers of one list have two locks.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class SynchronizedListTwice {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        List<String> one = Collections.synchronizedList(names);
        List<String> other = Collections.synchronizedList(names);
        new Thread(() -> {
            one.add("Ada");    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        other.add("Grace");    //~ race(names) write
    }
}
