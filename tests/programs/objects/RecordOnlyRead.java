//@ about: Several threads ask a record whose list nobody changes, and one whose list has a lock of its own.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Vector;

public class RecordOnlyRead {
    record Order(List<String> parts, List<String> notes, List<String> marks) {}

    public static void main(String[] args) {
        List<String> notes = Collections.synchronizedList(new ArrayList<>());
        List<String> marks = new Vector<>();
        Order order = new Order(new ArrayList<>(List.of("wheel")), notes, marks);
        Runnable task = () -> {
            notes.add("late");
            marks.add("new");
            boolean same = order.equals(new Order(List.of(), notes, marks));
            String text = order + " " + order.hashCode();
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
