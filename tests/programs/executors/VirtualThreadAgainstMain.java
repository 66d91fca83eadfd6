//@ about: Main reads what a virtual-thread task wrote before the executor is closed.
//@ engines: scan run predict
//@ jdk: 21

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class VirtualThreadAgainstMain {
    private static int result;

    public static void main(String[] args) {
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            pool.execute(() -> {
                result = 42;    //~ race(result) write
                Unseen.at(1);
            });
            Unseen.at(2);
            int seen = result;    //~ race(result) read
        }
    }
}
