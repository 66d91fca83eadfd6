//@ about: Groups hold the elements under the keys that the classifier returns.

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class GroupingBy {
    public static void main(String[] args) {
        A a = new A();                                  //@site a
        A b = new A();                                  //@site b
        Function<A, Object> classify = x -> new Object();       //@site classify=Function group=Object
        Map<Object, List<A>> groups = Stream.of(a, b).collect(Collectors.groupingBy(classify));
        for (List<A> group : groups.values()) {
            Expect.pointsTo(group.get(0), "a", "b");
        }
        for (Object key : groups.keySet()) {
            Expect.pointsTo(key, "group");
        }
        Expect.reachable("lambda:classify");
    }
}

class A {
}
