//@ about: A map keeps keys and values apart, in all its views.

import java.util.HashMap;
import java.util.Map;

public class MapKeysAndValues {
    public static void main(String[] args) {
        Map<Object, Object> map = new HashMap<>();
        Object key = new Object();              //@site key
        Object value = new Object();            //@site value
        map.put(key, value);
        Expect.pointsTo(map.get(key), "value");
        for (Map.Entry<Object, Object> entry : map.entrySet()) {
            Expect.pointsTo(entry.getKey(), "key");
            Expect.pointsTo(entry.getValue(), "value");
        }
        for (Object k : map.keySet()) {
            Expect.pointsTo(k, "key");
        }
        for (Object v : map.values()) {
            Expect.pointsTo(v, "value");
        }
        Expect.pointsTo(map.remove(key), "value");
    }
}
