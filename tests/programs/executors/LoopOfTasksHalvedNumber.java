//@ about: A loop hands the halves of its numbers to tasks, so two tasks have the same.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksHalvedNumber {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] squares = new int[5];
        for (int i = 0; i < 4; i++) {
            int index = i / 2;
            pool.execute(() -> squares[index]++); //~ race(squares) write
        }
        pool.shutdown();
    }
}
