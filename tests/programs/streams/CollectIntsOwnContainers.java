//@ about: The supplier of a parallel IntStream's collect gives a new list to each task.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

public class CollectIntsOwnContainers {
    public static void main(String[] args) {
        List<Integer> all = IntStream.range(0, 32).parallel().collect(
            () -> new ArrayList<Integer>(),
            (list, i) -> list.add(i),
            (one, other) -> one.addAll(other));
        int first = all.get(0);
    }
}
