//@ about: A method submits a task per element of a list, and is called twice with the same list.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopInMethodCalledTwice {
    static final class Body {
        int moves;
    }

    static void moveAll(ExecutorService pool, List<Body> bodies) {
        for (Body body : bodies) {
            pool.submit(() -> body.moves++); //~ race(moves) write
        }
    }

    public static void main(String[] args) {
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            bodies.add(new Body());
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        moveAll(pool, bodies);
        moveAll(pool, bodies);
        pool.shutdown();
    }
}
