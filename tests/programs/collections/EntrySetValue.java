//@ about: The entry of a map is a part of it: who sets its value writes the map.
//@ engines: scan run predict

import java.util.HashMap;
import java.util.Map;

public class EntrySetValue {
    public static void main(String[] args) {
        Map<String, Integer> ages = new HashMap<>(Map.of("Ada", 36));
        Map.Entry<String, Integer> first = ages.entrySet().iterator().next();
        new Thread(() -> {
            first.setValue(37);    //~ FN[run,predict] race(ages) write: entries of maps are not followed
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        Integer age = ages.get("Ada");    //~ FN[run,predict] race(ages) read: entries of maps are not followed
    }
}
