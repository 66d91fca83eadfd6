//@ about: Whoever asks a concurrent map first makes the plain object that all get from it.
//@ engines: run predict

import java.util.concurrent.ConcurrentHashMap;

public class MapComputesIfAbsent {
    static final class Entry {
        int size;
        int[] cells;

        void fill(int size) {
            this.size = size;
            cells = new int[size];
            cells[0] = size;
        }
    }

    public static void main(String[] args) {
        ConcurrentHashMap<Integer, Entry> cache = new ConcurrentHashMap<>();
        Runnable task = () -> {
            for (int i = 0; i < 32; i++) {
                int size = 1 + i % 8;
                Entry entry = cache.computeIfAbsent(size, key -> {
                    Entry made = new Entry();
                    made.fill(key);
                    return made;
                });
                int seen = entry.cells[0] + entry.size;
            }
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
