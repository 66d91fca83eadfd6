//@ about: An element is written by reflection and read by the array itself.
//@ engines: scan run predict

import java.lang.reflect.Array;

public class ReflectedElement {
    public static void main(String[] args) {
        int[] cells = new int[2];
        new Thread(() -> {
            Array.setInt(cells, 0, 1);    //~ race(cells) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = cells[0];    //~ race(cells) read
    }
}
