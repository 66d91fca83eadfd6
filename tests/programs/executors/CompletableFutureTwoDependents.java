//@ about: Two asynchronous dependents of one stage are not ordered with each other.
//@ engines: scan run predict

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class CompletableFutureTwoDependents {
    private static int total;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<Void> start = new CompletableFuture<>();
        CompletableFuture<Void> left = start.thenRunAsync(() -> {
            Unseen.at(2);
            total++;    //~ race(total) write
            Unseen.at(3);
        }, pool);
        CompletableFuture<Void> right = start.thenRunAsync(() -> {
            Unseen.at(1);
            Unseen.at(4);
            total++;    //~ race(total) write
        }, pool);
        start.complete(null);
        left.join();
        right.join();
        pool.shutdown();
    }
}
