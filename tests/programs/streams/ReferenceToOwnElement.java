//@ about: Each element of a parallel stream is a list of its own, which a method reference clears.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

public class ReferenceToOwnElement {
    public static void main(String[] args) {
        IntStream.range(0, 8).parallel().mapToObj(i -> new ArrayList<Integer>()).forEach(List::clear);
    }
}
