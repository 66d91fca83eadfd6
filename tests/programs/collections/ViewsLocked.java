//@ about: Views of a list and of a map are used under the lock of what they are views of.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class ViewsLocked {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>(List.of("Ada", "Bob", "Eve"));
        Map<String, Integer> ages = new HashMap<>(Map.of("Ada", 36));
        Runnable task = () -> {
            synchronized (names) {
                names.subList(0, 1).set(0, "Eva");
                names.add("Ben");
            }
            synchronized (ages) {
                ages.put("Bob", 20);
                ages.keySet().remove("Bob");
                for (Map.Entry<String, Integer> each : ages.entrySet()) {
                    each.setValue(each.getValue() + 1);
                }
            }
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
