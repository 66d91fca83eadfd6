//@ about: A list that another thread adds to is put into a set, which asks it for its hash code.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

public class ListAsKey {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        new Thread(() -> {
            names.add("Ada");    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        Set<List<String>> lists = new HashSet<>();
        lists.add(names);    //~ race(names) read
    }
}
