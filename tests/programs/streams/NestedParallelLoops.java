//@ about: A parallel loop over groups has one over the bodies of each group, which changes the bodies.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;

public class NestedParallelLoops {
    static final class Group {
        final List<Body> bodies = new ArrayList<>();
        int moves;
    }

    static final class Body {
        int moves;
    }

    public static void main(String[] args) {
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Group group = new Group();
            for (int j = 0; j < 2; j++) {
                group.bodies.add(new Body());
            }
            groups.add(group);
        }
        groups.parallelStream().forEach(group -> {
            group.moves++;
            group.bodies.parallelStream().forEach(body -> body.moves++);
        });
    }
}
