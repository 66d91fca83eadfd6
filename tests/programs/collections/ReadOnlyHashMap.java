//@ about: A HashMap that was filled before the threads started is only read afterwards.
//@ engines: scan run predict

import java.util.HashMap;
import java.util.Map;

public class ReadOnlyHashMap {
    public static void main(String[] args) {
        Map<String, Integer> ages = new HashMap<>();
        ages.put("Ada", 36);
        new Thread(() -> ages.get("Ada")).start();
        new Thread(() -> ages.containsKey("Grace")).start();
        int size = ages.size();
    }
}
