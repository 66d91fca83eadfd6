//@ about: Two elements of a parallel stream are the same list, which a method reference without a receiver clears.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

public class ReferenceUnbound {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        Stream.of(list, list).parallel().forEach(List::clear);    //~ race(list) write
    }
}
