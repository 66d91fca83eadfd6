//@ about: A parallel forEach adds to one ArrayList by a method reference.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

public class ReferenceToSharedList {
    public static void main(String[] args) {
        List<Integer> squares = new ArrayList<>(64);
        IntStream.range(0, 32).parallel().mapToObj(i -> i * i).forEach(squares::add);    //~ race(squares) write
    }
}
