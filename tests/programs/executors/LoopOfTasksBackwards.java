//@ about: A list iterator goes back, so one element is given to two tasks.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksBackwards {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) {
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            bodies.add(new Body());
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ListIterator<Body> iterator = bodies.listIterator();
        int steps = 0;
        while (iterator.hasNext()) {
            Body body = iterator.next();
            pool.submit(() -> body.moves++); //~ race(moves) write
            if (steps++ == 0) {
                iterator.previous();
            }
        }
        pool.shutdown();
    }
}
