//@ about: The supplier of a parallel IntStream's collect gives one list to all tasks.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

public class CollectIntsSharedContainer {
    public static void main(String[] args) {
        List<Integer> shared = new ArrayList<>(64);
        IntStream.range(0, 32).parallel().collect(
            () -> shared,
            (list, i) -> list.add(i),    //~ race(shared) write
            (one, other) -> { });
    }
}
