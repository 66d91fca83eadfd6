//@ about: The keys of a synchronised map are iterated over under the monitor of the set of keys, which is not its lock.
//@ engines: scan run predict

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

public class SynchronizedMapKeysWrongLock {
    public static void main(String[] args) {
        Map<String, Integer> ages = Collections.synchronizedMap(new HashMap<>());
        new Thread(() -> {
            Unseen.at(2);
            ages.put("Ada", 36);    //~ race(ages) write
        }).start();
        Set<String> names = ages.keySet();
        int letters = 0;
        synchronized (names) {
            for (String name : names) {    //~ race(ages) read
                letters += name.length();
            }
        }
        Unseen.at(1);
    }
}
