//@ about: A parallel loop changes the elements of an array of what a stream made.
//@ engines: scan

import java.util.Arrays;
import java.util.stream.IntStream;

public class ParallelOverToArray {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) {
        Body[] bodies = IntStream.range(0, 4).mapToObj(i -> new Body()).toArray(Body[]::new);
        Arrays.stream(bodies).parallel().forEach(body -> body.moves++);
    }
}
