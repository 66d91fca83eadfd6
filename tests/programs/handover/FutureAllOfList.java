//@ about: Main joins the future of all of a list and reads what each of the tasks filled.
//@ engines: run predict

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class FutureAllOfList {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        int[] cells = new int[6];
        CompletableFuture<?>[] all = new CompletableFuture<?>[cells.length];
        for (int i = 0; i < cells.length; i++) {
            int at = i;
            all[i] = CompletableFuture.runAsync(() -> cells[at] = at, pool);
        }
        int sum = CompletableFuture.allOf(all).thenApply(none -> {
            int total = 0;
            for (int cell : cells) {
                total += cell;
            }
            return total;
        }).join();
        pool.shutdown();
    }
}
