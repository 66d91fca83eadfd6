//@ about: An unmodifiable view of a list shows the writes of the thread that owns the list.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class UnmodifiableView {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        List<String> view = Collections.unmodifiableList(names);
        new Thread(() -> {
            names.add("Ada");    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int size = view.size();    //~ race(names) read
    }
}
