//@ about: Who removes from the values of a map removes from the map.
//@ engines: scan run predict

import java.util.HashMap;
import java.util.Map;

public class ValuesRemoveIf {
    public static void main(String[] args) {
        Map<String, Integer> ages = new HashMap<>(Map.of("Ada", 36));
        new Thread(() -> {
            ages.values().removeIf(age -> age > 30);    //~ race(ages) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        ages.put("Bob", 20);    //~ race(ages) write
    }
}
