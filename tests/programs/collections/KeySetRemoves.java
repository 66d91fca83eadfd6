//@ about: Who removes from the keys of a map removes from the map.
//@ engines: scan run predict

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

public class KeySetRemoves {
    public static void main(String[] args) {
        Map<String, Integer> ages = new HashMap<>(Map.of("Ada", 36));
        Set<String> names = ages.keySet();
        new Thread(() -> {
            names.remove("Ada");    //~ race(ages) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        Integer age = ages.get("Ada");    //~ race(ages) read
    }
}
