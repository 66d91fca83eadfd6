//@ about: The keys of a synchronised map are iterated over under the lock of the map.
//@ engines: scan run predict

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

public class SynchronizedMapKeysRight {
    public static void main(String[] args) {
        Map<String, Integer> ages = Collections.synchronizedMap(new HashMap<>());
        new Thread(() -> {
            ages.put("Ada", 36);
        }).start();
        Set<String> names = ages.keySet();
        int letters = 0;
        synchronized (ages) {
            for (String name : names) {
                letters += name.length();
            }
        }
    }
}
