//@ about: A loop hands two numbers to each task, and the second is the first of the next task.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksTwoNumbers {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] squares = new int[5];
        for (int i = 0; i < 4; i++) {
            int index = i;
            int next = i + 1;
            pool.execute(() -> {
                squares[index] = 1; //~ race(squares) write
                squares[next] = 2; //~ race(squares) write
            });
        }
        pool.shutdown();
    }
}
