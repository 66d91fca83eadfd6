//@ about: A map that keeps its entries in the order of access is changed by looking them up.
//@ engines: scan run predict

import java.util.LinkedHashMap;
import java.util.Map;

public class AccessOrderedMap {
    public static void main(String[] args) {
        Map<String, Integer> recent = new LinkedHashMap<>(16, 0.75f, true);
        recent.put("a", 1);
        recent.put("b", 2);
        new Thread(() -> {
            Integer first = recent.get("a");    //~ race(recent) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        Integer second = recent.get("b");    //~ race(recent) write
    }
}
