//@ about: One thread puts into a HashMap while another one looks up.
//@ engines: scan run predict

import java.util.HashMap;
import java.util.Map;

public class SharedHashMap {
    public static void main(String[] args) {
        Map<String, Integer> ages = new HashMap<>();
        new Thread(() -> {
            ages.put("Ada", 36);    //~ race(ages) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        Integer age = ages.get("Ada");    //~ race(ages) read
    }
}
