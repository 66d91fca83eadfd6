//@ about: The stream of a map's entries gives its keys and values.

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

public class StreamOfEntries {
    public static void main(String[] args) {
        Map<Object, Object> map = new HashMap<>();
        Object key = new Object();              //@site key
        Object value = new Object();            //@site value
        map.put(key, value);
        map.entrySet().stream().forEach(entry -> {          //@site each
            Expect.pointsTo(entry.getKey(), "key");
            Expect.pointsTo(entry.getValue(), "value");
        });
        List<Object> values = map.values().stream().collect(Collectors.toList());
        Expect.pointsTo(values.get(0), "value");
        Expect.reachable("lambda:each");
    }
}
