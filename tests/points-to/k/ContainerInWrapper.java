//@ about: From k = 3 on, the library's maps two levels inside two objects are two.

import java.util.HashMap;
import java.util.Map;

public class ContainerInWrapper {
    public static void main(String[] args) {
        Site one = new Site();
        Site two = new Site();
        one.cache.put(new Object());        //@site a
        two.cache.put(new Object());        //@site b
        Expect.k(0, 1, 2).mayAlias(one.cache.get(), two.cache.get());
        Expect.fromK(3).distinct(one.cache.get(), two.cache.get());
        Expect.fromK(3).pointsTo(one.cache.get(), "a");
        Expect.fromK(3).pointsTo(two.cache.get(), "b");
    }
}

class Site {
    final Cache cache = new Cache();
}

class Cache {
    private final Map<String, Object> map = new HashMap<>();

    void put(Object value) {
        map.put("key", value);
    }

    Object get() {
        return map.get("key");
    }
}
