//@ about: Each stage gets the value of the stage before it.

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

public class ThenApply {
    public static void main(String[] args) {
        CompletableFuture<Object> start = CompletableFuture.completedFuture(new Object());     //@site start
        Function<Object, Object> step = value -> {          //@site step
            Expect.pointsTo(value, "start");
            return new A();                                 //@site stepped
        };
        Expect.calls("lambda:step");
        CompletableFuture<Object> next = start.thenApply(step);
        Consumer<Object> end = value -> Expect.pointsTo(value, "stepped");      //@site end=Consumer
        Expect.calls("lambda:end");
        CompletableFuture<Void> done = next.thenAcceptAsync(end);
        Runnable last = () -> { };                          //@site last
        Expect.calls("lambda:last");
        done.thenRun(last).join();
        Expect.pointsTo(next.join(), "stepped");
        Expect.pointsTo(start.join(), "start");
    }
}

class A {
}
