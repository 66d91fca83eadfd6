//@ about: Unmodifiable and synchronized wrappers give the elements of what they wrap.

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Wrappers {
    public static void main(String[] args) {
        List<Object> one = new ArrayList<>();
        List<Object> two = new ArrayList<>();
        one.add(new Object());                      //@site a
        List<Object> fixed = Collections.unmodifiableList(one);
        List<Object> locked = Collections.synchronizedList(two);
        locked.add(new Object());                   //@site b
        Expect.pointsTo(fixed.get(0), "a");
        Expect.pointsTo(two.get(0), "b");
        Expect.pointsTo(locked.iterator().next(), "b");
        Map<String, Object> map = Collections.synchronizedMap(new HashMap<>());
        map.put("k", new Object());                 //@site c
        Expect.pointsTo(map.get("k"), "c");
        List<Object> other = Collections.synchronizedList(new ArrayList<>());
        Expect.pointsToNothing(other.isEmpty() ? null : other.get(0));
        Expect.pointsTo(Collections.singletonList(map.get("k")).get(0), "c");
    }
}
