//@ about: A parallel forEach adds to one ArrayList, which is big enough not to grow.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

public class ParallelForEachSharedList {
    public static void main(String[] args) {
        List<Integer> squares = new ArrayList<>(64);
        IntStream.range(0, 32).parallel().forEach(i -> {
            squares.add(i * i);    //~ race(squares) write
        });
    }
}
