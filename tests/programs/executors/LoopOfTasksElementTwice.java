//@ about: A loop submits a task per element of a list that holds one object twice.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksElementTwice {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) {
        List<Body> bodies = new ArrayList<>();
        Body shared = new Body();
        bodies.add(shared);
        bodies.add(shared);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (Body body : bodies) {
            pool.submit(() -> body.moves++); //~ race(moves) write
        }
        pool.shutdown();
    }
}
