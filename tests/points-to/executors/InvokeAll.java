//@ about: invokeAll calls all tasks of its collection; their futures give their results.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class InvokeAll {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<Object> one = InvokeAll::first;
        Callable<Object> two = InvokeAll::second;
        Callable<Object> three = InvokeAll::third;
        List<Callable<Object>> tasks = new ArrayList<>();
        tasks.add(one);
        tasks.add(two);
        Expect.calls("InvokeAll.first", "InvokeAll.second");
        List<Future<Object>> futures = pool.invokeAll(tasks);
        for (Future<Object> future : futures) {
            Expect.pointsTo(future.get(), "a", "b");
        }
        List<Callable<Object>> others = List.of(three);
        Expect.calls("InvokeAll.third");
        Object any = pool.invokeAny(others);
        Expect.pointsTo(any, "c");
        pool.shutdown();
    }

    static Object first() {
        return new Object();        //@site a
    }

    static Object second() {
        return new Object();        //@site b
    }

    static Object third() {
        return new Object();        //@site c
    }
}
