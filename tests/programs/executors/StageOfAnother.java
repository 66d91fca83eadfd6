//@ about: A stage follows one task and reads what another one wrote.
//@ engines: scan run predict

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class StageOfAnother {
    private static int left;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> {
            left = 1;    //~ race(left) write
            Unseen.at(1);
            Unseen.at(4);
        }, pool);
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> Unseen.at(2), pool);
        second.thenApply(none -> {
            int seen = left;    //~ race(left) read
            Unseen.at(3);
            return seen;
        }).join();
        first.join();
        pool.shutdown();
    }
}
