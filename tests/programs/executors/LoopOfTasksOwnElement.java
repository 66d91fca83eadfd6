//@ about: A loop submits a task per iteration, and each task writes its own array element.
//@ engines: scan run predict

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksOwnElement {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] squares = new int[4];
        for (int i = 0; i < squares.length; i++) {
            int index = i;
            pool.execute(() -> squares[index] = index * index);
        }
        pool.shutdown();
    }
}
