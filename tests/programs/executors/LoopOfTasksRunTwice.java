//@ about: A loop makes a task per number, and submits each twice.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksRunTwice {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] squares = new int[5];
        for (int i = 0; i < 4; i++) {
            int index = i;
            Runnable task = () -> squares[index]++; //~ race(squares) write
            pool.execute(task);
            pool.execute(task);
        }
        pool.shutdown();
    }
}
