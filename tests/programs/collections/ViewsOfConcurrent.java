//@ about: Views and iterators of concurrent collections, one iterator for each thread.
//@ engines: scan run predict

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

public class ViewsOfConcurrent {
    public static void main(String[] args) {
        Map<String, Integer> ages = new ConcurrentHashMap<>(Map.of("Ada", 36));
        List<String> names = new CopyOnWriteArrayList<>(List.of("Ada"));
        Runnable task = () -> {
            ages.put("Bob", 20);
            ages.values().removeIf(age -> age > 36);
            ages.keySet().remove("Eve");
            for (Map.Entry<String, Integer> each : ages.entrySet()) {
                each.setValue(each.getValue() + 1);
            }
            names.add("Bob");
            for (String name : names) {
                ages.keySet().contains(name);
            }
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
