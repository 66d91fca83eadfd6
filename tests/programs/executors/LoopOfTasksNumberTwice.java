//@ about: A loop hands each number to two tasks.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksNumberTwice {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] squares = new int[5];
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 4; i++) {
                int index = i;
                pool.execute(() -> squares[index]++); //~ race(squares) write
            }
        }
        pool.shutdown();
    }
}
