//@ about: The elements of two lists are not mixed, whatever the kind of list.

import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;

public class TwoLists {
    public static void main(String[] args) {
        List<Object> one = new ArrayList<>();       //@site list
        List<Object> two = new ArrayList<>();
        List<Object> linked = new LinkedList<>();
        one.add(new Object());          //@site a
        two.add(0, new Object());       //@site b
        linked.add(new Object());       //@site c
        Expect.pointsTo(one, "list");
        Expect.pointsTo(one.get(0), "a");
        Expect.pointsTo(two.remove(0), "b");
        Expect.pointsTo(linked.get(0), "c");
        List<Object> any = args.length > 0 ? one : linked;
        Expect.pointsTo(any.get(0), "a", "c");
        List<Object> empty = new ArrayList<>();
        Expect.pointsToNothing(empty.isEmpty() ? null : empty.get(0));
    }
}
