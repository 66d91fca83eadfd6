//@ about: A list gives one object again and again, and a loop submits a task each time.
//@ engines: scan

import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksCopies {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) {
        List<Body> bodies = Collections.nCopies(4, new Body());
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (Body body : bodies) {
            pool.submit(() -> body.moves++); //~ race(moves) write
        }
        pool.shutdown();
    }
}
