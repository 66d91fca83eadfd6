//@ about: A part of a list is a view: elements flow both ways.

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class SubListAndViews {
    public static void main(String[] args) {
        List<Object> list = new ArrayList<>();
        list.add(new Object());                     //@site a
        List<Object> part = list.subList(0, 1);
        Expect.pointsTo(part.get(0), "a", "b");
        part.add(new Object());                     //@site b
        Expect.pointsTo(list.get(1), "a", "b");
        Map<String, Object> map = new HashMap<>();
        map.put("k", new Object());                 //@site c
        map.entrySet().iterator().next().setValue(new Object());        //@site d
        Expect.pointsTo(map.get("k"), "c", "d");
    }
}
