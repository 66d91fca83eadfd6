//@ about: A list and a map are changed by views and entries before a volatile field shows them to others.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

public class ViewsBeforePublication {
    static volatile List<String> names = List.of();
    static volatile Map<String, Integer> ages = Map.of();

    static List<String> list() {
        List<String> list = new ArrayList<>(List.of("Ada", "Bob"));
        List<String> first = list.subList(0, 1);
        first.set(0, "Eve");
        first.set(0, "Eva");
        list.add("Ben");
        return list;
    }

    static Map<String, Integer> map() {
        Map<String, Integer> map = new HashMap<>();
        map.put("Ada", 36);
        map.put("Bob", 20);
        map.keySet().remove("Bob");
        for (Iterator<Integer> each = map.values().iterator(); each.hasNext();) {
            if (each.next() > 40) {
                each.remove();
            }
        }
        for (Map.Entry<String, Integer> each : map.entrySet()) {
            each.setValue(each.getValue() + 1);
        }
        return map;
    }

    public static void main(String[] args) {
        Runnable task = () -> {
            names = list();
            ages = map();
            int sum = names.size();
            for (Map.Entry<String, Integer> each : ages.entrySet()) {
                sum += each.getValue();
            }
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
