//@ about: A vector is iterated over without its lock.
//@ engines: scan run predict

import java.util.Vector;

public class VectorIteration {
    public static void main(String[] args) {
        Vector<String> names = new Vector<>();
        new Thread(() -> {
            names.add("Ada");    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        for (String name : names) {    //~ race(names) read
            name.length();
        }
    }
}
