//@ about: allOf waits for futures; anyOf gives the value of one of them.

import java.util.concurrent.CompletableFuture;

public class AllOfAndAnyOf {
    public static void main(String[] args) {
        CompletableFuture<Object> one = CompletableFuture.completedFuture(new Object());       //@site a
        CompletableFuture<Object> two = CompletableFuture.completedFuture(new Object());       //@site b
        CompletableFuture<Void> all = CompletableFuture.allOf(one, two);
        Object nothing = all.join();
        Expect.pointsToNothing(nothing);
        CompletableFuture<Object> any = CompletableFuture.anyOf(one, two);
        Expect.pointsTo(any.join(), "a", "b");
        Expect.pointsTo(one.join(), "a");
        Runnable then = () -> { };          //@site then
        Expect.calls("lambda:then");
        all.thenRun(then);
    }
}
