//@ about: Arrays in a concurrent map are changed inside of compute only.
//@ engines: run predict

import java.util.concurrent.ConcurrentHashMap;

public class MapComputesInPlace {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, int[]> counts = new ConcurrentHashMap<>();
        Runnable task = () -> {
            for (int i = 0; i < 64; i++) {
                counts.compute(i % 4, (key, count) -> {
                    int[] own = count == null ? new int[1] : count;
                    own[0]++;
                    return own;
                });
            }
        };
        Thread first = new Thread(task);
        Thread second = new Thread(task);
        first.start();
        second.start();
        first.join();
        second.join();
        int sum = 0;
        for (int[] count : counts.values()) {
            sum += count[0];
        }
    }
}
