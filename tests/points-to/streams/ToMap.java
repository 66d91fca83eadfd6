//@ about: A map of a stream has the keys and values that its functions return.

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class ToMap {
    public static void main(String[] args) {
        A a = new A();                                  //@site a
        Function<A, Key> key = x -> {                   //@site key
            Expect.pointsTo(x, "a");
            return new Key();                           //@site made
        };
        Function<A, A> value = x -> x;                  //@site value
        Map<Key, A> map = Stream.of(a).collect(Collectors.toMap(key, value));
        for (Map.Entry<Key, A> entry : map.entrySet()) {
            Expect.pointsTo(entry.getKey(), "made");
            Expect.pointsTo(entry.getValue(), "a");
        }
        Expect.reachable("lambda:key", "lambda:value", "Key.hashCode");
    }
}

class A {
}

class Key {
    @Override
    public int hashCode() {
        return 1;
    }
}
