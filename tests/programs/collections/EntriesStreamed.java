//@ about: A stream of the entries of a map reads the map.
//@ engines: scan run predict

import java.util.HashMap;
import java.util.Map;

public class EntriesStreamed {
    public static void main(String[] args) {
        Map<String, Integer> ages = new HashMap<>(Map.of("Ada", 36));
        new Thread(() -> {
            ages.put("Bob", 20);    //~ race(ages) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        long count = ages.entrySet().stream().count();    //~ race(ages) read
    }
}
