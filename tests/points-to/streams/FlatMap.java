//@ about: A flat map's elements are those of the inner streams.

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class FlatMap {
    public static void main(String[] args) {
        List<Object> inner = new ArrayList<>();         //@site inner
        inner.add(new Object());                        //@site element
        List<List<Object>> outer = new ArrayList<>();
        outer.add(inner);
        Function<List<Object>, Stream<Object>> open = list -> {     //@site open
            Expect.pointsTo(list, "inner");
            return list.stream();
        };
        List<Object> flat = outer.stream().flatMap(open).collect(Collectors.toList());
        Expect.pointsTo(flat.get(0), "element");
        Expect.reachable("lambda:open");
    }
}
