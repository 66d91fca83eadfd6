//@ about: The stages of one CompletableFuture and the reader after join follow each other.
//@ engines: scan run predict

import java.util.concurrent.CompletableFuture;

public class CompletableFutureChain {
    static final class Box {
        int value;
    }

    public static void main(String[] args) {
        Box last = CompletableFuture.supplyAsync(Box::new)
                .thenApply(box -> {
                    box.value = 1;
                    return box;
                })
                .thenApplyAsync(box -> {
                    box.value++;
                    return box;
                })
                .join();
        int seen = last.value;
    }
}
