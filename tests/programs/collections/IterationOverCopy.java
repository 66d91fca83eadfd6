//@ about: A copy that was made under the lock is iterated over without it.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;
import java.util.Vector;

public class IterationOverCopy {
    public static void main(String[] args) {
        Vector<String> names = new Vector<>();
        Runnable task = () -> {
            names.add("Ada");
            List<String> copy = new ArrayList<>(names);
            for (String name : copy) {
                name.length();
            }
            copy.subList(0, 1).clear();
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
