//@ about: A vector is iterated over without its lock.
//@ engines: scan run predict

import java.util.Vector;

public class VectorIteration {
    public static void main(String[] args) {
        Vector<String> names = new Vector<>();
        new Thread(() -> {
            Unseen.at(2);
            names.add("Ada");    //~ race(names) write
        }).start();
        for (String name : names) {    //~ race(names) read
            name.length();
        }
        Unseen.at(1);
    }
}
