//@ about: A pool makes its threads with the factory that it was given, and they run the pool's tasks.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

public class OwnThreadFactory {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1, new Factory());
        Runnable task = () -> { };              //@site task
        Expect.mayCall("lambda:task");
        pool.execute(task);
        pool.shutdown();
        Expect.reachable("Factory.newThread", "Named.run", "lambda:task");
    }
}

class Factory implements ThreadFactory {
    @Override
    public Thread newThread(Runnable worker) {
        return new Named(worker);               //@site named
    }
}

class Named extends Thread {
    Named(Runnable worker) {
        super(worker);
    }

    @Override
    public void run() {
        Expect.pointsTo(this, "named");
        super.run();
    }
}
