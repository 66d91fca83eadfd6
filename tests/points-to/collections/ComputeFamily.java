//@ about: The functions given to a map get its keys and values, and their results become values.

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;

public class ComputeFamily {
    public static void main(String[] args) {
        ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>();
        Object key = new Object();                                  //@site key
        Function<Object, Object> absent = k -> {                    //@site absent
            Expect.pointsTo(k, "key");
            return new A();                                         //@site a
        };
        Expect.calls("lambda:absent");
        Object first = map.computeIfAbsent(key, absent);
        Expect.pointsTo(first, "a", "b", "c", "d");
        BiFunction<Object, Object, Object> present = (k, v) -> {    //@site present
            Expect.pointsTo(k, "key");
            Expect.pointsTo(v, "a", "b", "c", "d");
            return new B();                                         //@site b
        };
        Expect.calls("lambda:present");
        map.computeIfPresent(key, present);
        BiFunction<Object, Object, Object> join = (x, y) -> {       //@site join
            Expect.pointsTo(x, "a", "b", "c", "d");
            Expect.pointsTo(y, "d");
            return new C();                                         //@site c
        };
        Object given = new D();                                     //@site d
        Expect.calls("lambda:join");
        map.merge(key, given, join);
        Expect.pointsTo(map.get(key), "a", "b", "c", "d");
    }
}

class A {
}

class B {
}

class C {
}

class D {
}
