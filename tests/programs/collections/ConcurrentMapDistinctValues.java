//@ about: Two threads mutate values of one ConcurrentHashMap that they put there themselves.
//@ engines: scan run predict

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

public class ConcurrentMapDistinctValues {
    static final class Tally {
        int hits;
    }

    public static void main(String[] args) {
        ConcurrentMap<String, Tally> tallies = new ConcurrentHashMap<>();
        new Thread(() -> {
            tallies.put("left", new Tally());
            tallies.get("left").hits++;
        }).start();
        new Thread(() -> {
            tallies.put("right", new Tally());
            tallies.get("right").hits++;
        }).start();
    }
}
