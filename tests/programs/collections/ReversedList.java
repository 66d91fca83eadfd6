//@ about: A list in reverse order is a view of the list.
//@ engines: scan run predict
//@ jdk: 21

import java.util.ArrayList;
import java.util.List;

public class ReversedList {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>(List.of("Ada", "Bob"));
        List<String> backwards = names.reversed();
        new Thread(() -> {
            backwards.set(0, "Eve");    //~ FN[run,predict] race(names) write: elements of lists and buffers are not told apart, so what replaces one counts as a read
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        String last = names.get(1);    //~ FN[run,predict] race(names) read: elements of lists and buffers are not told apart, so what replaces one counts as a read
    }
}
