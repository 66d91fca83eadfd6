//@ about: Main reads what a FutureTask in a plain thread wrote before get.
//@ engines: scan run predict

import java.util.concurrent.FutureTask;

public class FutureTaskReadBeforeGet {
    private static int steps;

    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> {
            steps = 3;    //~ race(steps) write
            Unseen.at(1);
            return 42;
        });
        new Thread(task).start();
        Unseen.at(2);
        int seen = steps;    //~ race(steps) read
        int result = task.get();
    }
}
