//@ about: Collections and Arrays sort and search with the given comparator.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

public class SortAndSearch {
    public static void main(String[] args) {
        Comparator<Object> order = (x, y) -> {      //@site order
            Expect.mayPointTo(x, "a");
            return 0;
        };
        Comparator<Object> other = (x, y) -> 0;     //@site other
        List<Object> list = new ArrayList<>();
        Object a = new Object();                    //@site a
        list.add(a);
        list.add(a);
        Expect.calls("lambda:order");
        Collections.sort(list, order);
        Object[] array = {a, a};
        Expect.calls("lambda:other");
        Arrays.sort(array, other);
        Expect.pointsTo(array[0], "a");
        Expect.calls("lambda:order");
        Collections.max(list, order);
        Expect.pointsTo(Collections.min(list, other), "a");
    }
}
