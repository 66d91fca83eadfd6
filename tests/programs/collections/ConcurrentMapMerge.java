//@ about: Two threads count words with ConcurrentHashMap.merge.
//@ engines: scan run predict

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

public class ConcurrentMapMerge {
    public static void main(String[] args) {
        ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();
        new Thread(() -> counts.merge("race", 1, Integer::sum)).start();
        new Thread(() -> counts.merge("race", 1, Integer::sum)).start();
    }
}
