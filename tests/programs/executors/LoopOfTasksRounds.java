//@ about: Two rounds of tasks change the elements of a list, and the second does not wait for the first.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksRounds {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) {
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            bodies.add(new Body());
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int round = 0; round < 2; round++) {
            for (Body body : bodies) {
                pool.submit(() -> body.moves++); //~ race(moves) write
            }
        }
        pool.shutdown();
    }
}
