//@ about: The views of a synchronised map are iterated over under the lock of the map, as is said there.
//@ engines: run predict

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

public class SynchronizedMapClientLock {
    public static void main(String[] args) {
        Map<Integer, Integer> counts = Collections.synchronizedMap(new HashMap<>());
        Runnable task = () -> {
            for (int i = 0; i < 20; i++) {
                counts.merge(i % 5, 1, Integer::sum);
                counts.putIfAbsent(i, 0);
                synchronized (counts) {
                    int sum = 0;
                    for (Map.Entry<Integer, Integer> entry : counts.entrySet()) {
                        sum += entry.getValue();
                    }
                    counts.values().removeIf(count -> count == 0);
                    long keys = counts.keySet().stream().count();
                }
            }
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
