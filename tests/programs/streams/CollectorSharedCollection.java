//@ about: A collector's supplier gives one list to all tasks of a parallel stream.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class CollectorSharedCollection {
    public static void main(String[] args) {
        List<Integer> shared = new ArrayList<>(64);
        shared.add(0);
        try {
            IntStream.range(0, 4).parallel().boxed().collect(Collectors.toCollection(() -> shared));    //~ race(shared) write
        } catch (RuntimeException expected) {
            // The combiner adds the list to itself.
        }
    }
}
