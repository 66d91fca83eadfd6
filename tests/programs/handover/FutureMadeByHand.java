//@ about: Stages wait for a future that main completes after it has written what they read.
//@ engines: run predict

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class FutureMadeByHand {
    private static int[] table;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<Void> ready = new CompletableFuture<>();
        CompletableFuture<Integer> first = ready.thenApplyAsync(none -> table[0], pool);
        CompletableFuture<Integer> second = CompletableFuture.supplyAsync(() -> {
            ready.join();
            return table[1];
        }, pool);
        table = new int[] {1, 2};
        ready.complete(null);
        int sum = first.join() + second.join();
        pool.shutdown();
    }
}
