//@ about: Two threads replace elements of a list, and values of a map, each its own: the structure stays as it is.
//@ engines: run predict

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class ElementsReplaced {
    public static void main(String[] args) throws InterruptedException {
        List<String> names = new ArrayList<>(List.of("a", "b"));
        Map<String, Integer> ages = new HashMap<>(Map.of("Ada", 1, "Bob", 2));
        Thread other = new Thread(() -> {
            names.set(0, "c");
            ages.put("Ada", 36);
            Unseen.at(1);
        });
        other.start();
        Unseen.at(2);
        names.set(1, "d");
        ages.put("Bob", 40);
        other.join();
        System.out.println(names + " " + ages.size());
    }
}
