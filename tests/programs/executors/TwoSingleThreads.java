//@ about: Each thread has a single-thread executor of its own, so that tasks overlap.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class TwoSingleThreads {
    private static int count;

    static void increment(int step) {
        ExecutorService owner = Executors.newSingleThreadExecutor();
        owner.execute(() -> {
            if (step == 2) {
                Unseen.at(2);
            }
            count++;    //~ race(count) write
            if (step == 1) {
                Unseen.at(1);
                Unseen.at(4);
            } else {
                Unseen.at(3);
            }
        });
        owner.shutdown();
    }

    public static void main(String[] args) {
        increment(1);
        increment(2);
    }
}
