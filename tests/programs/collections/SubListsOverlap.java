//@ about: Two threads write by sublists of one list.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class SubListsOverlap {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>(List.of("Ada", "Bob", "Eve"));
        new Thread(() -> {
            names.subList(0, 2).set(1, "Ben");    //~ FN[run,predict] race(names) write: elements of lists and buffers are not told apart, so what replaces one counts as a read
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        names.subList(1, 3).set(0, "Bea");    //~ FN[run,predict] race(names) write: elements of lists and buffers are not told apart, so what replaces one counts as a read
    }
}
