//@ about: A check and a put on a ConcurrentHashMap are not atomic together, but that is no data race.
//@ engines: scan run predict

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

public class ConcurrentMapCheckThenAct {
    private final ConcurrentMap<String, Integer> ages = new ConcurrentHashMap<>();

    void register(String name, int age) {
        if (!ages.containsKey(name)) {
            ages.put(name, age);
        }
    }

    public static void main(String[] args) {
        ConcurrentMapCheckThenAct people = new ConcurrentMapCheckThenAct();
        new Thread(() -> people.register("Ada", 36)).start();
        new Thread(() -> people.register("Ada", 37)).start();
    }
}
