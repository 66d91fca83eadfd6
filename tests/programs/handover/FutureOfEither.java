//@ about: Whichever of two boxes comes first is used, and the other one is not touched again.
//@ engines: run predict

import java.util.concurrent.CompletableFuture;

public class FutureOfEither {
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
        left.applyToEither(right, box -> ++box.value).join();
        Box any = (Box) CompletableFuture.anyOf(left, right).join();
        CompletableFuture.allOf(left, right).join();
        int sum = left.join().value + right.join().value;
    }
}
