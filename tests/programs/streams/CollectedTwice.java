//@ about: Streams collect objects to lists in which each stands twice, whose elements parallel loops change.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class CollectedTwice {
    static final class Body {
        int moves;
        int turns;
        int steps;
    }

    static final List<Body> kept = new ArrayList<>();

    public static void main(String[] args) {
        List<Body> twice =
                IntStream.range(0, 4).mapToObj(i -> new Body()).collect(ArrayList::new, (list, body) -> {
                    list.add(body);
                    list.add(body);
                }, ArrayList::addAll);
        twice.parallelStream().forEach(body -> body.moves++); //~ race(moves) write
        List<Body> once = IntStream.range(0, 4).mapToObj(i -> new Body()).collect(Collectors.toList());
        once.addAll(new ArrayList<>(once));
        once.parallelStream().forEach(body -> body.turns++); //~ race(turns) write
        List<Body> all = IntStream.range(0, 4).mapToObj(i -> new Body()).collect(Collectors.toList());
        all.stream().collect(Collectors.toCollection(() -> kept));
        all.stream().collect(Collectors.toCollection(() -> kept));
        kept.parallelStream().forEach(body -> body.steps++); //~ race(steps) write
    }
}
