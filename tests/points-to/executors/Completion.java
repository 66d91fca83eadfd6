//@ about: A completion service hands out the futures of its own tasks.

import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Completion {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletionService<Object> one = new ExecutorCompletionService<>(pool);
        CompletionService<Object> two = new ExecutorCompletionService<>(pool);
        Callable<Object> first = Completion::first;
        Callable<Object> second = Completion::second;
        Expect.calls("Completion.first");
        one.submit(first);
        Expect.calls("Completion.second");
        two.submit(second);
        Expect.pointsTo(one.take().get(), "a");
        Expect.pointsTo(two.take().get(), "b");
        pool.shutdown();
    }

    static Object first() {
        return new Object();        //@site a
    }

    static Object second() {
        return new Object();        //@site b
    }
}
