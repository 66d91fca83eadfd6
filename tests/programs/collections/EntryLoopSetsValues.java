//@ about: One thread sets the values of a map's entries in a loop, another one reads them.
//@ engines: scan run predict

import java.util.HashMap;
import java.util.Map;

public class EntryLoopSetsValues {
    public static void main(String[] args) {
        Map<String, Integer> ages = new HashMap<>(Map.of("Ada", 36));
        new Thread(() -> {
            for (Map.Entry<String, Integer> each : ages.entrySet()) {
                each.setValue(each.getValue() + 1);    //~ FN[run,predict] race(ages) write: entries of maps are not followed
            }
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int sum = 0;
        for (Map.Entry<String, Integer> each : ages.entrySet()) {    //~ FN[run,predict] race(ages) read: entries of maps are not followed
            sum += each.getValue();    //~ FN[run,predict] race(ages) read: entries of maps are not followed
        }
    }
}
