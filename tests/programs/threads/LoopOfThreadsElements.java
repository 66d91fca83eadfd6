//@ about: A loop starts a thread per element of a list, and each thread changes its element.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class LoopOfThreadsElements {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) {
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            bodies.add(new Body());
        }
        for (Body body : bodies) {
            new Thread(() -> body.moves++).start();
        }
    }
}
