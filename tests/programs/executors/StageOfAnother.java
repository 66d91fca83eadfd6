//@ about: A stage follows one task and reads what another one wrote.
//@ engines: scan run predict

import java.util.concurrent.CompletableFuture;

public class StageOfAnother {
    private static int left;

    public static void main(String[] args) {
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> {
            left = 1;    //~ race(left) write
            Unseen.at(1);
        });
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> Unseen.at(2));
        second.thenApply(none -> left).join();    //~ race(left) read
        first.join();
    }
}
