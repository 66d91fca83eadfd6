//@ about: The sublist of a sublist is a view of the list.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class SubListOfSubList {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>(List.of("Ada", "Bob", "Eve"));
        List<String> inner = names.subList(0, 2).subList(0, 1);
        new Thread(() -> {
            names.set(0, "Eva");    //~ FN[run,predict] race(names) write: elements of lists and buffers are not told apart, so what replaces one counts as a read
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        String name = inner.get(0);    //~ FN[run,predict] race(names) read: elements of lists and buffers are not told apart, so what replaces one counts as a read
    }
}
