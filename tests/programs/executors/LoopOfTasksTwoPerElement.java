//@ about: A loop submits two tasks per element of a list, and both change the element.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksTwoPerElement {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) {
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            bodies.add(new Body());
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (Body body : bodies) {
            pool.submit(() -> body.moves++); //~ race(moves) write
            pool.submit(() -> body.moves--); //~ race(moves) write
        }
        pool.shutdown();
    }
}
