//@ about: A parallel loop over the bodies of a group changes the group, which belongs to the loop around.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;

public class NestedParallelLoopsShareGroup {
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
            group.bodies.parallelStream().forEach(body -> group.moves++); //~ race(moves) write
        });
    }
}
