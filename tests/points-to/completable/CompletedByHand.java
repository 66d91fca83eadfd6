//@ about: A future that is completed by hand gives that value, also to its dependents.

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

public class CompletedByHand {
    public static void main(String[] args) {
        CompletableFuture<Object> promise = new CompletableFuture<>();      //@site promise
        CompletableFuture<Object> other = new CompletableFuture<>();
        Function<Object, Object> step = value -> {          //@site step
            Expect.pointsTo(value, "value");
            return value;
        };
        CompletableFuture<Object> next = promise.thenApply(step);
        promise.complete(new Object());                     //@site value
        other.complete(new Object());                       //@site unrelated
        Expect.pointsTo(promise, "promise");
        Expect.pointsTo(next.join(), "value");
        Expect.pointsTo(promise.getNow(null), "value");
        Expect.pointsTo(other.join(), "unrelated");
        Expect.reachable("lambda:step");
    }
}
