//@ about: A task object goes on to the next number, so two tasks change the same element.
//@ engines: scan

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LoopOfTasksNumberChanged {
    static final class Square implements Runnable {
        private final int[] squares;
        private int number;

        Square(int[] squares, int number) {
            this.squares = squares;
            this.number = number;
        }

        @Override
        public void run() {
            squares[number]++; //~ race(squares) write
            number++;
            squares[number]++; //~ race(squares) write
        }
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int[] squares = new int[5];
        for (int i = 0; i < 4; i++) {
            pool.execute(new Square(squares, i));
        }
        pool.shutdown();
    }
}
