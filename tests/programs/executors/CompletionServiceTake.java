//@ about: Main reads a box after it took the task's future from a completion service.
//@ engines: scan run predict

import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class CompletionServiceTake {
    static final class Box {
        int value;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletionService<Box> finished = new ExecutorCompletionService<>(pool);
        finished.submit(() -> {
            Box box = new Box();
            box.value = 42;
            return box;
        });
        int seen = finished.take().get().value;
        pool.shutdown();
    }
}
