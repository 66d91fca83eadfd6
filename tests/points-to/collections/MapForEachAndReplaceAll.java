//@ about: forEach and replaceAll of maps and lists call their functions with the contents.

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

public class MapForEachAndReplaceAll {
    public static void main(String[] args) {
        Map<Object, Object> map = new TreeMap<>(Comparator.comparing(Object::hashCode));
        map.put(new Object(), "value");                             //@site key
        BiConsumer<Object, Object> each = (k, v) -> {               //@site each
            Expect.pointsTo(k, "key");
            Expect.pointsTo(v, "class:java.lang.String");
        };
        Expect.calls("lambda:each");
        map.forEach(each);
        List<Object> list = new ArrayList<>();
        list.add(new Object());                                     //@site old
        UnaryOperator<Object> renew = x -> {                        //@site renew
            Expect.pointsTo(x, "old", "renewed");
            return new Object();                                    //@site renewed
        };
        Expect.calls("lambda:renew");
        list.replaceAll(renew);
        Expect.pointsTo(list.get(0), "old", "renewed");
        Predicate<Object> drop = x -> true;                         //@site drop
        Expect.calls("lambda:drop");
        list.removeIf(drop);
    }
}
