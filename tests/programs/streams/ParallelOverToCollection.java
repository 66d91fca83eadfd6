//@ about: A parallel loop changes the elements of a collection of its own kind, to which new objects were collected.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class ParallelOverToCollection {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) {
        List<Body> bodies =
                IntStream.range(0, 4).mapToObj(i -> new Body()).collect(Collectors.toCollection(ArrayList::new));
        bodies.parallelStream().forEach(body -> body.moves++);
    }
}
