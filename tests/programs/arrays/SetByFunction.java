//@ about: Arrays.setAll writes what a function gives into an array that another thread reads.
//@ engines: scan run predict

import java.util.Arrays;

public class SetByFunction {
    public static void main(String[] args) {
        int[] squares = new int[8];
        new Thread(() -> {
            Arrays.setAll(squares, i -> i * i);    //~ race(squares) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = squares[3];    //~ race(squares) read
    }
}
