//@ about: A future task that is run by many threads runs once, and each may read what it left.
//@ engines: run predict

import java.util.concurrent.FutureTask;

public class FutureTaskRunTwice {
    private static int runs;

    public static void main(String[] args) {
        FutureTask<int[]> task = new FutureTask<>(() -> {
            runs++;
            return new int[] {1, 2};
        });
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                task.run();
                try {
                    int seen = task.get()[1] + runs;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }).start();
        }
    }
}
