//@ about: Main joins a future that is complete when one of two others is, and reads what the slower task wrote.
//@ engines: scan run predict

import java.util.concurrent.CompletableFuture;

public class AnyOfJoined {
    private static int result;

    public static void main(String[] args) {
        CompletableFuture<Void> slow = CompletableFuture.runAsync(() -> {
            Unseen.at(2);
            result = 42;    //~ race(result) write
            Unseen.at(3);
        });
        CompletableFuture<Void> fast = CompletableFuture.completedFuture(null);
        CompletableFuture.anyOf(slow, fast).join();
        Unseen.at(1);
        Unseen.at(4);
        int seen = result;    //~ race(result) read
    }
}
