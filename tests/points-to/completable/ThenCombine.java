//@ about: A combining function gets both values, in order.

import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;

public class ThenCombine {
    public static void main(String[] args) {
        CompletableFuture<Object> left = CompletableFuture.supplyAsync(() -> new A());      //@site leftTask=Supplier a=A
        CompletableFuture<Object> right = CompletableFuture.supplyAsync(() -> new B());     //@site rightTask=Supplier b=B
        BiFunction<Object, Object, Object> both = (x, y) -> {       //@site both
            Expect.pointsTo(x, "a");
            Expect.pointsTo(y, "b");
            return y;
        };
        Expect.calls("lambda:both");
        CompletableFuture<Object> combined = left.thenCombine(right, both);
        Expect.pointsTo(combined.join(), "b");
        Function<Object, Object> same = x -> x;                     //@site same
        Expect.calls("lambda:same");
        CompletableFuture<Object> either = left.applyToEither(right, same);
        Expect.pointsTo(either.join(), "a", "b");
        Expect.reachable("lambda:leftTask", "lambda:rightTask");
    }
}

class A {
}

class B {
}
