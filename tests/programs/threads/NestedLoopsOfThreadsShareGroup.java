//@ about: The threads of the bodies of a group, which a thread of the group starts, change the group.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;

public class NestedLoopsOfThreadsShareGroup {
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
        for (Group group : groups) {
            new Thread(() -> {
                for (Body body : group.bodies) {
                    new Thread(() -> group.moves++).start(); //~ race(moves) write
                }
            }).start();
        }
    }
}
