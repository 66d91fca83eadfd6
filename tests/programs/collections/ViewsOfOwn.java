//@ about: Each thread uses views of what it made itself.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class ViewsOfOwn {
    public static void main(String[] args) {
        Runnable task = () -> {
            Map<String, Integer> ages = new TreeMap<>(Map.of("Ada", 36));
            ages.keySet().remove("Bob");
            for (Map.Entry<String, Integer> each : ages.entrySet()) {
                each.setValue(each.getValue() + 1);
            }
            List<Integer> list = new ArrayList<>(ages.values());
            list.subList(0, 1).set(0, 1);
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
