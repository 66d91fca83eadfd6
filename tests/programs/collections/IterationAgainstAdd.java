//@ about: One thread adds to an ArrayList that another one iterates over.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class IterationAgainstAdd {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        new Thread(() -> {
            names.add("Ada");    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int letters = 0;
        for (String name : names) {    //~ race(names) read
            letters += name.length();
        }
    }
}
