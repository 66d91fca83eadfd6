//@ about: ConcurrentHashMap.compute is atomic for its key, so the value that it mutates is guarded.
//@ engines: scan run predict

import java.util.concurrent.ConcurrentHashMap;

public class ConcurrentMapCompute {
    static final class Tally {
        int hits;
    }

    private final ConcurrentHashMap<String, Tally> tallies = new ConcurrentHashMap<>();

    void hit(String page) {
        tallies.compute(page, (key, old) -> {
            Tally tally = old == null ? new Tally() : old;
            tally.hits++;
            return tally;
        });
    }

    public static void main(String[] args) {
        ConcurrentMapCompute pages = new ConcurrentMapCompute();
        new Thread(() -> pages.hit("index")).start();
        new Thread(() -> pages.hit("index")).start();
    }
}
