//@ about: A loop goes back in its numbers, so two tasks have the same.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksUnsteadyNumber {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] squares = new int[5];
        int back = 1;
        for (int i = 0; i < 4; i++) {
            int index = i;
            pool.execute(() -> squares[index]++); //~ race(squares) write
            i -= back;
            back = 0;
        }
        pool.shutdown();
    }
}
