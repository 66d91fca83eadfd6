//@ about: An executor runs the tasks that it is given, each call its own.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Execute {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Runnable one = () -> { };               //@site one
        Runnable two = () -> { };               //@site two
        Expect.calls("lambda:one");
        pool.execute(one);
        Expect.calls("lambda:two");
        pool.execute(two);
        Expect.calls();
        pool.shutdown();
    }
}
