//@ about: Tasks of one invokeAll give their boxes back, and one of an invokeAny does.
//@ engines: run predict

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class InvokeAllBoxes {
    static final class Box {
        int value;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Callable<Box>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int value = i;
            tasks.add(() -> {
                Box box = new Box();
                box.value = value;
                return box;
            });
        }
        for (Future<Box> each : pool.invokeAll(tasks)) {
            each.get().value++;
        }
        pool.invokeAny(tasks).value++;
        pool.shutdown();
    }
}
