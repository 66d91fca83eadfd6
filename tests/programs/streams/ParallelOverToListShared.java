//@ about: A stream collects one object many times to a list, whose elements a parallel loop changes.
//@ engines: scan

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class ParallelOverToListShared {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) {
        Body shared = new Body();
        List<Body> bodies = IntStream.range(0, 4).mapToObj(i -> shared).collect(Collectors.toList());
        bodies.parallelStream().forEach(body -> body.moves++); //~ race(moves) write
    }
}
