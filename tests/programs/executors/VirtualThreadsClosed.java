//@ about: Main reads what a submitted task wrote after the executor with a virtual thread per task was closed.
//@ engines: scan run predict
//@ jdk: 21

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class VirtualThreadsClosed {
    private static int result;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor();
        pool.submit(() -> {
            result = 42;
        });
        pool.close();
        int seen = result;
    }
}
