//@ about: A parallel loop changes the elements of a list that a stream of new objects was collected to.
//@ engines: scan

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class ParallelOverToList {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) {
        List<Body> bodies = IntStream.range(0, 4).mapToObj(i -> new Body()).collect(Collectors.toList());
        bodies.parallelStream().forEach(body -> body.moves++);
        List<Body> more = IntStream.range(0, 4).mapToObj(i -> new Body()).toList();
        more.parallelStream().forEach(body -> body.moves++);
    }
}
