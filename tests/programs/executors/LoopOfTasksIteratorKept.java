//@ about: Each task changes the element that an iterator gave last, so two tasks change one.
//@ engines: scan

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksIteratorKept {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) {
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            bodies.add(new Body());
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Iterator<Body> iterator = bodies.iterator();
        while (iterator.hasNext()) {
            Body body = iterator.next();
            for (int i = 0; i < 2; i++) {
                pool.submit(() -> body.moves++); //~ race(moves) write
            }
        }
        pool.shutdown();
    }
}
