//@ about: A synchronised list is iterated over while its lock is held.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class SynchronizedListRight {
    public static void main(String[] args) {
        List<String> names = Collections.synchronizedList(new ArrayList<>());
        new Thread(() -> names.add("Ada")).start();
        int letters = 0;
        synchronized (names) {
            for (String name : names) {
                letters += name.length();
            }
        }
    }
}
