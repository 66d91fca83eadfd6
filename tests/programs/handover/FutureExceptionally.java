//@ about: A task fails with an exception that carries plain data, and a later stage reads and changes it.
//@ engines: run predict

import java.util.concurrent.CompletableFuture;

public class FutureExceptionally {
    @SuppressWarnings("serial")
    static final class Refused extends RuntimeException {
        int code;
    }

    public static void main(String[] args) {
        CompletableFuture<Integer> task = CompletableFuture.supplyAsync(() -> {
            Refused refused = new Refused();
            refused.code = 7;
            throw refused;
        });
        int seen = task.exceptionally(problem -> ((Refused) problem.getCause()).code++).join();
        int again = task.handleAsync((value, problem) -> ((Refused) problem.getCause()).code).join();
    }
}
