//@ about: A linked hash map asks the application's subclass whether to drop its eldest entry.

import java.util.LinkedHashMap;
import java.util.Map;

public class EldestEntry {
    public static void main(String[] args) {
        Cache cache = new Cache();                  //@site cache
        Object value = new Object();                //@site value
        Expect.mayCall("Cache.removeEldestEntry");
        cache.put("key", value);
        Expect.pointsTo(cache.get("key"), "value");
    }
}

class Cache extends LinkedHashMap<String, Object> {
    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Object> eldest) {
        Expect.pointsTo(this, "cache");
        Expect.pointsTo(eldest.getValue(), "value");
        return false;
    }
}
