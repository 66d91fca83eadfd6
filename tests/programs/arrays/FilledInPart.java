//@ about: Arrays.fill of a part of an array writes elements that another thread reads.
//@ engines: scan run predict

import java.util.Arrays;

public class FilledInPart {
    public static void main(String[] args) {
        int[] cells = new int[8];
        new Thread(() -> {
            Arrays.fill(cells, 2, 6, 1);    //~ race(cells) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = cells[3];    //~ race(cells) read
    }
}
