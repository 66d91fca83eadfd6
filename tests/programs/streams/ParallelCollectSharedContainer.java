//@ about: The supplier of a parallel collect always returns the same list, which is big enough not to grow.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

public class ParallelCollectSharedContainer {
    public static void main(String[] args) {
        List<Integer> shared = new ArrayList<>(64);
        IntStream.range(0, 32).parallel().boxed().collect(
                () -> shared,
                (list, i) -> {
                    list.add(i);    //~ race(shared) write
                },
                (left, right) -> { });
    }
}
