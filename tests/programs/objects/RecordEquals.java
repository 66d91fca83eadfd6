//@ about: The equals method of a record asks its list.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class RecordEquals {
    record Order(List<String> parts) {}    //~ race(parts) read

    public static void main(String[] args) {
        List<String> parts = new ArrayList<>();
        Order order = new Order(parts);
        new Thread(() -> {
            boolean same = order.equals(new Order(List.of()));
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        parts.add("wheel");    //~ race(parts) write
    }
}
