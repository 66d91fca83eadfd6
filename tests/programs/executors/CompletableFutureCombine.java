//@ about: A combining stage reads what both of its inputs wrote.
//@ engines: scan run predict

import java.util.concurrent.CompletableFuture;

public class CompletableFutureCombine {
    private static int left;
    private static int right;

    public static void main(String[] args) {
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> left = 1);
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> right = 2);
        first.thenCombine(second, (none, nothing) -> left + right).join();
    }
}
