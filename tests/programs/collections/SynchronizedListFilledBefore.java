//@ about: A list is filled, wrapped once, and used by two threads through its wrapper.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class SynchronizedListFilledBefore {
    private final List<String> names;

    SynchronizedListFilledBefore() {
        List<String> inner = new ArrayList<>();
        inner.add("Ada");
        names = Collections.synchronizedList(inner);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            SynchronizedListFilledBefore shared = new SynchronizedListFilledBefore();
            new Thread(() -> shared.names.add("Grace")).start();
            int size = shared.names.size();
        }
    }
}
