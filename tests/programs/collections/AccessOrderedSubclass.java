//@ about: A cache that is derived from a map in the order of access is changed by looking entries up.
//@ engines: scan run predict

import java.util.LinkedHashMap;
import java.util.Map;

public class AccessOrderedSubclass {
    static class Recent extends LinkedHashMap<String, Integer> {
        Recent() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > 2;
        }
    }

    public static void main(String[] args) {
        Recent recent = new Recent();
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
