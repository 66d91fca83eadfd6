//@ about: Another thread reads a copy of the list that was made before it started.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class ImmutableCopy {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        names.add("Ada");
        List<String> copy = List.copyOf(names);
        new Thread(() -> copy.size()).start();
        names.add("Grace");
    }
}
