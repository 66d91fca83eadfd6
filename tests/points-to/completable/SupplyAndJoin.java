//@ about: A completable future gives what its own supplier returned.

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

public class SupplyAndJoin {
    public static void main(String[] args) throws Exception {
        Supplier<Object> one = SupplyAndJoin::first;
        Supplier<Object> two = SupplyAndJoin::second;
        Expect.calls("SupplyAndJoin.first");
        CompletableFuture<Object> left = CompletableFuture.supplyAsync(one);
        Expect.calls("SupplyAndJoin.second");
        CompletableFuture<Object> right = CompletableFuture.supplyAsync(two);
        Expect.pointsTo(left.join(), "a");
        Expect.pointsTo(right.get(), "b");
        Expect.distinct(left, right);
    }

    static Object first() {
        return new Object();        //@site a
    }

    static Object second() {
        return new Object();        //@site b
    }
}
