//@ about: The keys of a hashtable are enumerated without its lock.
//@ engines: scan run predict

import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Map;

public class HashtableEnumeration {
    public static void main(String[] args) {
        Hashtable<String, Integer> ages = new Hashtable<>(Map.of("Bob", 20));
        Enumeration<String> names = ages.keys();
        new Thread(() -> {
            ages.put("Ada", 36);    //~ race(ages) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        boolean more = names.hasMoreElements();    //~ race(ages) read
    }
}
