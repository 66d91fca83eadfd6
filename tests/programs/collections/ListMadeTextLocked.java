//@ about: A list is made text under the lock under which others add to it.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class ListMadeTextLocked {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        List<String> wrapped = Collections.synchronizedList(new ArrayList<>());
        new Thread(() -> {
            synchronized (names) {
                names.add("Ada");
            }
            wrapped.add("Ada");
        }).start();
        StringBuilder text = new StringBuilder();
        synchronized (names) {
            text.append(names);
            text.append("all: " + names);
            text.append(String.format("%s", names));
            System.out.println(names);
        }
        text.append(wrapped);
        text.append("all: " + wrapped);
    }
}
