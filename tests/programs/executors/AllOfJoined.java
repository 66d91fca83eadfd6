//@ about: Main joins a future of two others and reads what both tasks wrote.
//@ engines: scan run predict

import java.util.concurrent.CompletableFuture;

public class AllOfJoined {
    private static int left;
    private static int right;

    public static void main(String[] args) {
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> left = 1);
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> right = 2);
        CompletableFuture.allOf(first, second).join();
        int sum = left + right;
    }
}
