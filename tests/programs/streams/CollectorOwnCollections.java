//@ about: Collectors' suppliers give a new collection or map to each task of a parallel stream.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class CollectorOwnCollections {
    public static void main(String[] args) {
        List<Integer> all = IntStream.range(0, 32).parallel().boxed()
            .collect(Collectors.toCollection(() -> new ArrayList<>()));
        Map<Integer, List<Integer>> groups = all.parallelStream()
            .collect(Collectors.groupingBy(i -> i % 3, () -> new TreeMap<>(), Collectors.toList()));
        Map<Integer, Integer> squares = all.parallelStream()
            .collect(Collectors.toMap(i -> i, i -> i * i, (a, b) -> a, TreeMap::new));
        int first = all.get(0) + groups.size() + squares.size();
    }
}
