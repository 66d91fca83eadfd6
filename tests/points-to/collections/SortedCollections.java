//@ about: Sorted collections call their comparator, or their keys' compareTo.

import java.util.Comparator;
import java.util.TreeMap;
import java.util.TreeSet;

public class SortedCollections {
    public static void main(String[] args) {
        Comparator<A> order = (x, y) -> {           //@site order
            Expect.pointsTo(x, "a");
            return 0;
        };
        A a = new A();                              //@site a
        TreeMap<A, Object> map = new TreeMap<>(order);
        Object value = new Object();                //@site value
        Expect.calls("lambda:order");
        map.put(a, value);
        Expect.pointsTo(map.firstKey(), "a");
        Expect.pointsTo(map.firstEntry().getValue(), "value");
        Natural natural = new Natural();            //@site natural
        TreeSet<Natural> set = new TreeSet<>();
        Expect.calls("Natural.compareTo");
        set.add(natural);
        Expect.pointsTo(set.first(), "natural");
    }
}

class A {
}

class Natural implements Comparable<Natural> {
    @Override
    public int compareTo(Natural other) {
        Expect.pointsTo(other, "natural");
        return 0;
    }
}
