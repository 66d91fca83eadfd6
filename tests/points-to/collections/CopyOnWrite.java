//@ about: Copy-on-write and concurrent sorted collections hold what was added.

import java.util.List;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

public class CopyOnWrite {
    public static void main(String[] args) {
        List<Object> list = new CopyOnWriteArrayList<>();
        List<Object> other = new CopyOnWriteArrayList<>();
        list.add(new Object());                     //@site a
        other.add(new Object());                    //@site b
        Expect.pointsTo(list.get(0), "a");
        Expect.pointsTo(other.iterator().next(), "b");
        ConcurrentSkipListMap<String, Object> sorted = new ConcurrentSkipListMap<>();
        sorted.put("k", new Object());              //@site c
        Expect.pointsTo(sorted.firstEntry().getValue(), "c");
        WeakHashMap<Object, Object> weak = new WeakHashMap<>();
        Object key = new Object();                  //@site key
        weak.put(key, list.get(0));
        Expect.pointsTo(weak.get(key), "a");
        Expect.pointsTo(weak.keySet().iterator().next(), "key");
    }
}
