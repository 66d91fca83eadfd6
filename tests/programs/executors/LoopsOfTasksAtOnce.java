//@ about: Two loops submit tasks of one class over the same list, and the second does not wait for the first.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopsOfTasksAtOnce {
    static final class Body {
        int moves;
    }

    static final class Move implements Runnable {
        private final Body body;

        Move(Body body) {
            this.body = body;
        }

        @Override
        public void run() {
            body.moves++; //~ race(moves) write
        }
    }

    public static void main(String[] args) {
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            bodies.add(new Body());
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (Body body : bodies) {
            pool.execute(new Move(body));
        }
        for (Body body : bodies) {
            pool.execute(new Move(body));
        }
        pool.shutdown();
    }
}
