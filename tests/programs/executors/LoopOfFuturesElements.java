//@ about: A loop runs an asynchronous stage per element of a list, and each changes its element.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfFuturesElements {
    static final class Body {
        int moves;
    }

    public static void main(String[] args) {
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            bodies.add(new Body());
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (Body body : bodies) {
            all.add(CompletableFuture.runAsync(() -> body.moves++, pool));
        }
        all.forEach(CompletableFuture::join);
        pool.shutdown();
    }
}
