//@ about: Futures with a time limit that does not run out hand plain objects over.
//@ engines: run predict

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

public class FutureOrTimeout {
    static final class Box {
        int value;
    }

    public static void main(String[] args) {
        CompletableFuture<Box> answer = new CompletableFuture<>();
        CompletableFuture<Integer> seen = answer.orTimeout(1, TimeUnit.HOURS).thenApply(box -> ++box.value);
        CompletableFuture<Box> other = new CompletableFuture<Box>().completeOnTimeout(null, 1, TimeUnit.MILLISECONDS);
        new Thread(() -> {
            Box box = new Box();
            box.value = 42;
            answer.complete(box);
        }).start();
        int value = seen.join() + answer.join().value;
        other.join();
    }
}
