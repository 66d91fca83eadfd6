//@ about: A composed future gives the value of the inner future.

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

public class ThenCompose {
    public static void main(String[] args) {
        CompletableFuture<Object> start = CompletableFuture.completedFuture(new Object());     //@site start
        Function<Object, CompletionStage<Object>> step = value -> {     //@site step
            Expect.pointsTo(value, "start");
            return CompletableFuture.supplyAsync(ThenCompose::inner);
        };
        Expect.mayCall("lambda:step");
        CompletableFuture<Object> composed = start.thenCompose(step);
        Expect.pointsTo(composed.join(), "inner");
    }

    static Object inner() {
        return new Object();        //@site inner
    }
}
