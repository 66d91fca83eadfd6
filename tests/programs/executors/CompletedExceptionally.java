//@ about: A thread completes a future with an exception that it changes later, while another one changes its cause.
//@ engines: scan

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

public class CompletedExceptionally {
    static class Failure extends RuntimeException {
        int tries;
    }

    public static void main(String[] args) {
        CompletableFuture<String> future = new CompletableFuture<>();
        new Thread(() -> {
            Failure failure = new Failure();
            future.completeExceptionally(failure);
            failure.tries++;    //~ race(tries) write
        }).start();
        try {
            future.join();
        } catch (CompletionException error) {
            ((Failure) error.getCause()).tries++;    //~ race(tries) write
        }
    }
}
