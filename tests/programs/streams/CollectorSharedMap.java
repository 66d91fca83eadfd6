//@ about: A grouping collector's supplier gives one map to all tasks of a parallel stream.
//@ engines: scan

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class CollectorSharedMap {
    public static void main(String[] args) {
        Map<Integer, Integer> shared = new HashMap<>(64);
        try {
            IntStream.range(0, 4).parallel().boxed().collect(
                Collectors.toMap(i -> i, i -> i * i, (a, b) -> a, () -> shared));    //~ race(shared) write
        } catch (RuntimeException expected) {
            // The combiner merges the map with itself.
        }
    }
}
