//@ about: An executor that runs its tasks in the caller adds no thread.
//@ engines: scan run predict

import java.util.concurrent.Executor;

public class DirectExecutor {
    private static int count;

    public static void main(String[] args) {
        Executor direct = Runnable::run;
        direct.execute(() -> count++);
        direct.execute(() -> count++);
        int seen = count;
    }
}
