//@ about: A set from a map is as safe as the map: one from a concurrent map is, one from a HashMap is not.
//@ engines: scan run predict

import java.util.Collections;
import java.util.HashMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

public class SetFromPlainMap {
    public static void main(String[] args) {
        Set<String> plain = Collections.newSetFromMap(new HashMap<>());
        Set<String> concurrent = Collections.newSetFromMap(new ConcurrentHashMap<>());
        new Thread(() -> {
            concurrent.add("Ada");
            plain.add("Ada");    //~ race(plain) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        concurrent.add("Bob");
        plain.add("Bob");    //~ race(plain) write
    }
}
