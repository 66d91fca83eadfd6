//@ about: Main reads what a virtual-thread task wrote after the executor was closed.
//@ engines: scan run predict
//@ jdk: 21

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class VirtualThreadsAwaited {
    private static int result;

    public static void main(String[] args) {
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            pool.execute(() -> result = 42);
        }
        int seen = result;
    }
}
