//@ about: A parallel forEach adds to a synchronised list.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

public class ParallelForEachSynchronizedList {
    public static void main(String[] args) {
        List<Integer> squares = Collections.synchronizedList(new ArrayList<>());
        IntStream.range(0, 32).parallel().forEach(i -> squares.add(i * i));
        int first = squares.get(0);
    }
}
