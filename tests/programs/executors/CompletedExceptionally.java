//@ about: Who completes a future with an exception writes to it later, while the function of a stage reads it.
//@ engines: scan run predict

import java.util.concurrent.CompletableFuture;

public class CompletedExceptionally {
    static class Refused extends RuntimeException {
        int code;
    }

    public static void main(String[] args) {
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        new Thread(() -> {
            Unseen.at(2);
            int seen = answer.handle((value, problem) -> {
                return ((Refused) problem).code;    //~ race(code) read
            }).join();
        }).start();
        Refused refused = new Refused();
        answer.completeExceptionally(refused);
        refused.code = 1;    //~ race(code) write
        Unseen.at(1);
    }
}
