//@ about: Two threads use one iterator of a concurrent map.
//@ engines: scan run predict

import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class ConcurrentIteratorShared {
    public static void main(String[] args) {
        Map<String, Integer> ages = new ConcurrentHashMap<>(Map.of("Ada", 36, "Bob", 20));
        Iterator<String> names = ages.keySet().iterator();
        new Thread(() -> {
            names.next();    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        names.next();    //~ race(names) write
    }
}
