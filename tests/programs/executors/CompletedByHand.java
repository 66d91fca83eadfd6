//@ about: A future is completed by hand while its own task still runs.
//@ engines: scan run predict

import java.util.concurrent.CompletableFuture;

public class CompletedByHand {
    private static int steps;

    public static void main(String[] args) {
        CompletableFuture<Integer> task = CompletableFuture.supplyAsync(() -> {
            Unseen.at(1);
            Unseen.at(4);
            steps = 3;    //~ race(steps) write
            Unseen.at(5);
            Unseen.at(8);
            return 42;
        });
        Unseen.at(2);
        task.complete(1);
        int result = task.join();
        Unseen.at(3);
        Unseen.at(6);
        int seen = steps;    //~ race(steps) read
        Unseen.at(7);
    }
}
