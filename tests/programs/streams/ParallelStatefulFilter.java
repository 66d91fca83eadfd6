//@ about: A filter in a parallel stream remembers what it saw in a HashSet, which is big enough not to grow.
//@ engines: scan

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

public class ParallelStatefulFilter {
    public static void main(String[] args) {
        Set<Integer> seen = new HashSet<>(64);
        seen.add(-1);
        int sum = IntStream.range(0, 32).parallel().map(i -> i / 4).filter(i -> {
            return seen.add(i);    //~ race(seen) write
        }).sum();
    }
}
