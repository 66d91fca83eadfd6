//@ about: A loop makes a task object per element of an array, and each changes its element.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTaskObjects {
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
            body.moves++;
        }
    }

    public static void main(String[] args) {
        Body[] bodies = new Body[4];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = new Body();
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (Body body : bodies) {
            pool.execute(new Move(body));
        }
        pool.shutdown();
    }
}
