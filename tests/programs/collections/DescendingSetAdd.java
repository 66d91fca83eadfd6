//@ about: A set in descending order is a view of the set, though it is of the same class.
//@ engines: scan run predict

import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

public class DescendingSetAdd {
    public static void main(String[] args) {
        NavigableSet<String> names = new TreeSet<>(Set.of("Ada"));
        NavigableSet<String> backwards = names.descendingSet();
        new Thread(() -> {
            backwards.add("Bob");    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        String first = names.first();    //~ race(names) read
    }
}
