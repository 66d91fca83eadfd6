//@ about: Two threads add to one ArrayList.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class SharedArrayList {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        new Thread(() -> {
            names.add("Ada");    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        names.add("Grace");    //~ race(names) write
    }
}
