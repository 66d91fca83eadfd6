//@ about: Two threads send increments to a single-thread executor, which alone touches the counter.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class SingleThreadConfines {
    private final ExecutorService owner = Executors.newSingleThreadExecutor();
    private int count;

    void increment() {
        owner.execute(() -> count++);
    }

    public static void main(String[] args) throws InterruptedException {
        SingleThreadConfines counter = new SingleThreadConfines();
        Thread sender = new Thread(counter::increment);
        sender.start();
        counter.increment();
        sender.join();
        counter.owner.shutdown();
    }
}
