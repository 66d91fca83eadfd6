//@ about: Tasks change an element of a list and one of its reversed copy, by number.
//@ engines: scan

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

public class ParallelReversedCopy {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) {
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            bodies.add(new Body());
        }
        List<Body> copy = new ArrayList<>(bodies);
        Collections.reverse(copy);
        Body[] there = bodies.toArray(new Body[0]);
        Body[] back = copy.toArray(new Body[0]);
        IntStream.range(0, 4).parallel().forEach(i -> {
            there[i].moves++; //~ race(moves) write
            back[i].moves--; //~ race(moves) write
        });
    }
}
