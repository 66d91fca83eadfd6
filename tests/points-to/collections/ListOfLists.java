//@ about: Containers in containers: the inner ones are told apart by where they were made.

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class ListOfLists {
    public static void main(String[] args) {
        List<List<Object>> outer = new ArrayList<>();
        List<Object> one = new ArrayList<>();       //@site one
        List<Object> two = new ArrayList<>();       //@site two
        outer.add(one);
        one.add(new Object());                      //@site a
        two.add(new Object());                      //@site b
        Expect.pointsTo(outer.get(0), "one");
        Expect.pointsTo(outer.get(0).get(0), "a");
        Map<String, List<Object>> map = new HashMap<>();
        map.put("k", two);
        Expect.pointsTo(map.get("k"), "two");
        Expect.pointsTo(map.get("k").get(0), "b");
        Map<String, List<Object>> lazy = new HashMap<>();
        lazy.computeIfAbsent("k", k -> new ArrayList<>()).add(new Object());        //@site made=ArrayList c=Object
        Expect.pointsTo(lazy.get("k"), "made");
        Expect.pointsTo(lazy.get("k").get(0), "c");
    }
}
