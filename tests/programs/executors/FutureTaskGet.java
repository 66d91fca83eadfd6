//@ about: Main reads what a FutureTask in a plain thread wrote after get.
//@ engines: scan run predict

import java.util.concurrent.FutureTask;

public class FutureTaskGet {
    private static int steps;

    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> {
            steps = 3;
            return 42;
        });
        new Thread(task).start();
        int result = task.get();
        int seen = steps;
    }
}
