//@ about: A stream of the values of a synchronised map does not take its lock.
//@ engines: scan run predict

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

public class SynchronizedValuesStreamed {
    public static void main(String[] args) {
        Map<String, Integer> ages = Collections.synchronizedMap(new HashMap<>());
        new Thread(() -> {
            Unseen.at(2);
            ages.put("Ada", 36);    //~ race(ages) write
        }).start();
        long count = ages.values().stream().count();    //~ race(ages) read
        Unseen.at(1);
    }
}
