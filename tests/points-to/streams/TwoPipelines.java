//@ about: The elements of two pipelines are not mixed.

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

public class TwoPipelines {
    public static void main(String[] args) {
        List<Object> one = new ArrayList<>();
        List<Object> two = new ArrayList<>();
        one.add(new Object());                  //@site a
        two.add(new Object());                  //@site b
        List<Object> first = one.stream().filter(x -> x != null).collect(Collectors.toList());
        List<Object> second = two.stream().filter(x -> x != null).collect(Collectors.toList());
        Expect.pointsTo(first.get(0), "a");
        Expect.pointsTo(second.get(0), "b");
        Expect.distinct(first, second);
    }
}
