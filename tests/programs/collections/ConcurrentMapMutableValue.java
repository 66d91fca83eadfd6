//@ about: A ConcurrentHashMap guards its entries, not the fields of its values.
//@ engines: scan run predict

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

public class ConcurrentMapMutableValue {
    static final class Tally {
        int hits;
    }

    public static void main(String[] args) {
        ConcurrentMap<String, Tally> tallies = new ConcurrentHashMap<>();
        tallies.put("index", new Tally());
        new Thread(() -> {
            tallies.get("index").hits++;    //~ race(hits) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        tallies.get("index").hits++;    //~ race(hits) write
    }
}
