//@ about: A sublist is written while another thread reads the list.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class SubListAgainstList {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>(List.of("Ada", "Bob"));
        List<String> first = names.subList(0, 1);
        new Thread(() -> {
            first.set(0, "Eve");    //~ FN[run,predict] race(names) write: elements of lists and buffers are not told apart, so what replaces one counts as a read
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        String name = names.get(0);    //~ FN[run,predict] race(names) read: elements of lists and buffers are not told apart, so what replaces one counts as a read
    }
}
