//@ about: Main reads a side effect of runAsync before it joins the future.
//@ engines: scan run predict

import java.util.concurrent.CompletableFuture;

public class CompletableFutureSideEffect {
    private static int total;

    public static void main(String[] args) {
        CompletableFuture<Void> done = CompletableFuture.runAsync(() -> {
            total = 42;    //~ race(total) write
            Unseen.at(1);
            Unseen.at(4);
        });
        Unseen.at(2);
        int seen = total;    //~ race(total) read
        Unseen.at(3);
        done.join();
    }
}
