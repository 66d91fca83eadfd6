//@ about: A FutureTask runs its callable in whatever thread it is given to.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

public class FutureTasks {
    public static void main(String[] args) throws Exception {
        FutureTask<Object> inThread = new FutureTask<>(FutureTasks::first);
        FutureTask<Object> inPool = new FutureTask<>(FutureTasks::second);
        FutureTask<Object> inCaller = new FutureTask<>(FutureTasks::third);
        Thread thread = new Thread(inThread);
        Expect.calls("FutureTasks.first");
        thread.start();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Expect.calls("FutureTasks.second");
        pool.execute(inPool);
        Expect.calls("FutureTasks.third");
        inCaller.run();
        Expect.pointsTo(inThread.get(), "a");
        Expect.pointsTo(inPool.get(), "b");
        Expect.pointsTo(inCaller.get(), "c");
        pool.shutdown();
    }

    static Object first() {
        return new Object();        //@site a
    }

    static Object second() {
        return new Object();        //@site b
    }

    static Object third() {
        return new Object();        //@site c
    }
}
