//@ about: One thread puts into a HashMap whose key view another one iterates over.
//@ engines: scan run predict

import java.util.HashMap;
import java.util.Map;

public class KeySetAgainstPut {
    public static void main(String[] args) {
        Map<String, Integer> ages = new HashMap<>();
        new Thread(() -> {
            ages.put("Ada", 36);    //~ race(ages) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int letters = 0;
        for (String name : ages.keySet()) {    //~ race(ages) read
            letters += name.length();
        }
    }
}
