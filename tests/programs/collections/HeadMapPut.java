//@ about: The head of a sorted map is a view of it.
//@ engines: scan run predict

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

public class HeadMapPut {
    public static void main(String[] args) {
        TreeMap<String, Integer> ages = new TreeMap<>(Map.of("Ada", 36));
        SortedMap<String, Integer> head = ages.headMap("K");
        new Thread(() -> {
            head.put("Bob", 20);    //~ race(ages) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        Integer age = ages.get("Ada");    //~ race(ages) read
    }
}
