//@ about: A loop makes a task object per number, and each changes the object at its number.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksObjectsByNumber {
    static final class Body {
        int moves;
    }

    static final class Move implements Runnable {
        private final Body[] bodies;
        private final int number;

        Move(Body[] bodies, int number) {
            this.bodies = bodies;
            this.number = number;
        }

        @Override
        public void run() {
            move();
        }

        private void move() {
            bodies[number].moves++;
        }
    }

    public static void main(String[] args) {
        Body[] bodies = new Body[4];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = new Body();
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < bodies.length; i++) {
            pool.execute(new Move(bodies, i));
        }
        pool.shutdown();
    }
}
