//@ about: Elements travel from collection to collection, in one direction.

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;

public class AddAllAndCopy {
    public static void main(String[] args) {
        List<Object> source = new ArrayList<>();
        source.add(new Object());           //@site a
        List<Object> target = new LinkedList<>();
        target.add(new Object());           //@site b
        target.addAll(source);
        List<Object> copy = new ArrayList<>(source);
        Set<Object> set = new HashSet<>(target);
        Expect.pointsTo(target.get(0), "a", "b");
        Expect.pointsTo(source.get(0), "a");
        Expect.pointsTo(copy.get(0), "a");
        for (Object element : set) {
            Expect.pointsTo(element, "a", "b");
        }
        Expect.distinct(source, copy);
    }
}
