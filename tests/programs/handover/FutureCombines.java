//@ about: Two stages hand their boxes to a third, and this one to a fourth.
//@ engines: run predict

import java.util.concurrent.CompletableFuture;

public class FutureCombines {
    static final class Box {
        int value;
    }

    static Box make(int value) {
        Box box = new Box();
        box.value = value;
        return box;
    }

    public static void main(String[] args) {
        CompletableFuture<Box> left = CompletableFuture.supplyAsync(() -> make(1));
        CompletableFuture<Box> right = CompletableFuture.supplyAsync(() -> make(2));
        Box box = left.thenCombineAsync(right, (one, other) -> {
            one.value += other.value;
            return one;
        }).thenComposeAsync(sum -> CompletableFuture.supplyAsync(() -> {
            sum.value++;
            return sum;
        })).whenComplete((sum, problem) -> sum.value++).join();
        box.value++;
    }
}
