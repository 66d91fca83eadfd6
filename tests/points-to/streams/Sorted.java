//@ about: Sorting calls the comparator, or compareTo, with the elements.

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class Sorted {
    public static void main(String[] args) {
        A a = new A();                                  //@site a
        Comparator<A> order = (x, y) -> {               //@site order
            Expect.pointsTo(x, "a");
            Expect.pointsTo(y, "a");
            return 0;
        };
        List<A> sorted = Stream.of(a, a).sorted(order).collect(Collectors.toList());
        Expect.pointsTo(sorted.get(0), "a");
        Natural natural = new Natural();                //@site natural
        Stream.of(natural, natural).sorted().forEach(x -> Expect.pointsTo(x, "natural"));
        Expect.reachable("lambda:order", "Natural.compareTo");
    }
}

class A {
}

class Natural implements Comparable<Natural> {
    @Override
    public int compareTo(Natural other) {
        Expect.pointsTo(other, "natural");
        return 0;
    }
}
