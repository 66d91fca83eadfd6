//@ about: Main joins a future of two others, and reads what a third task wrote.
//@ engines: scan run predict

import java.util.concurrent.CompletableFuture;

public class AllOfWithoutOne {
    private static int result;

    public static void main(String[] args) {
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            result = 42;    //~ race(result) write
            Unseen.at(1);
        });
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> { });
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> { });
        CompletableFuture.allOf(first, second).join();
        Unseen.at(2);
        int seen = result;    //~ race(result) read
    }
}
