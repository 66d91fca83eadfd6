//@ about: A loop submits a task per number, and each reads the element at the next number.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksNextElement {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] squares = new int[5];
        for (int i = 0; i < 4; i++) {
            int index = i;
            pool.execute(() -> squares[index] = squares[index + 1]); //~ race(squares) write
        }
        pool.shutdown();
    }
}
