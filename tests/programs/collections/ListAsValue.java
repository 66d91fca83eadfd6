//@ about: A list that another thread adds to is kept in a list and as a value of a map: nobody looks into it.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class ListAsValue {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        new Thread(() -> names.add("Ada")).start();
        List<List<String>> lists = new ArrayList<>();
        lists.add(names);
        Map<String, List<String>> byName = new HashMap<>();
        byName.put("all", names);
    }
}
