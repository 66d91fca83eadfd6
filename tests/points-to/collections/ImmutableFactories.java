//@ about: List.of, Set.of and Map.of hold what they are given, each call its own.

import java.util.List;
import java.util.Map;
import java.util.Set;

public class ImmutableFactories {
    public static void main(String[] args) {
        Object a = new Object();                    //@site a
        Object b = new Object();                    //@site b
        List<Object> one = List.of(a);
        List<Object> two = List.of(b);
        List<Object> many = List.of(a, b, a, b);
        Expect.pointsTo(one.get(0), "a");
        Expect.pointsTo(two.get(0), "b");
        Expect.pointsTo(many.get(0), "a", "b");
        Map<Object, Object> map = Map.of(a, b);
        Expect.pointsTo(map.get(a), "b");
        Expect.pointsTo(map.keySet().iterator().next(), "a");
        Map<Object, Object> entries = Map.ofEntries(Map.entry(b, a));
        Expect.pointsTo(entries.get(b), "a");
        Expect.pointsTo(Set.of(b).iterator().next(), "b");
        List<Object> copy = List.copyOf(one);
        Expect.pointsTo(copy.get(0), "a");
    }
}
