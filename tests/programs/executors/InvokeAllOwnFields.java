//@ about: Two tasks of one invokeAll write a field each, and main reads both afterwards.
//@ engines: scan run predict

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class InvokeAllOwnFields {
    private static int left;
    private static int right;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<Integer> first = () -> left = 1;
        Callable<Integer> second = () -> right = 2;
        pool.invokeAll(List.of(first, second));
        int sum = left + right;
        pool.shutdown();
    }
}
