//@ about: The contents of two maps are not mixed.

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class TwoMaps {
    public static void main(String[] args) {
        Map<String, Object> one = new HashMap<>();
        Map<String, Object> two = new LinkedHashMap<>();
        Map<String, Object> three = new ConcurrentHashMap<>();
        one.put("k", new Object());         //@site a
        two.put("k", new Object());         //@site b
        three.putIfAbsent("k", new Object());       //@site c
        Expect.pointsTo(one.get("k"), "a");
        Expect.pointsTo(two.get("k"), "a", "b");
        Expect.pointsTo(three.get("k"), "c");
        two.putAll(one);
        Expect.pointsTo(two.getOrDefault("k", null), "a", "b");
        Expect.pointsTo(one.get("k"), "a");
    }
}
