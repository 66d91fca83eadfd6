//@ about: A future gives what its own task returned.

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class SubmitCallable {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        Callable<Object> one = () -> new Object();      //@site one=Callable a=Object
        Callable<Object> two = new Second();
        Expect.calls("lambda:one");
        Future<Object> first = pool.submit(one);
        Expect.calls("Second.call");
        Future<Object> second = pool.submit(two);
        Expect.pointsTo(first.get(), "a");
        Expect.pointsTo(second.get(1, TimeUnit.MINUTES), "b");
        Expect.distinct(first, second);
        pool.shutdown();
    }
}

class Second implements Callable<Object> {
    @Override
    public Object call() {
        return new Object();                            //@site b
    }
}
