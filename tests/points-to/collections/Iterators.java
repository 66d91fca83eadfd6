//@ about: An iterator gives the elements of its own list, and may add to it.

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

public class Iterators {
    public static void main(String[] args) {
        List<Object> one = new ArrayList<>();
        List<Object> two = new ArrayList<>();
        one.add(new Object());              //@site a
        two.add(new Object());              //@site b
        Iterator<Object> first = one.iterator();
        Expect.pointsTo(first.next(), "a");
        for (Object element : two) {
            Expect.pointsTo(element, "b", "c");
        }
        ListIterator<Object> second = two.listIterator();
        second.next();
        second.set(new Object());           //@site c
        Expect.pointsTo(two.get(0), "b", "c");
        Expect.pointsTo(one.get(0), "a");
    }
}
