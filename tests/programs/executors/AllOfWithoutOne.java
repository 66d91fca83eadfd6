//@ about: Main joins a future of two others, and reads what a third task wrote.
//@ engines: scan run predict

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class AllOfWithoutOne {
    private static int result;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            result = 42;    //~ race(result) write
            Unseen.at(1);
            Unseen.at(4);
        }, pool);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> { }, pool);
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> { }, pool);
        CompletableFuture.allOf(first, second).join();
        Unseen.at(2);
        int seen = result;    //~ race(result) read
        Unseen.at(3);
        pool.shutdown();
    }
}
