//@ about: Only who put its box into a concurrent map first goes on to use it, and others read it when it is replaced.
//@ engines: run predict

import java.util.concurrent.ConcurrentHashMap;

public class MapPutIfAbsentWinner {
    static final class Box {
        int value;
    }

    public static void main(String[] args) {
        ConcurrentHashMap<String, Box> claimed = new ConcurrentHashMap<>();
        ConcurrentHashMap<String, Box> done = new ConcurrentHashMap<>();
        Runnable task = () -> {
            Box mine = new Box();
            mine.value = 1;
            Box winner = claimed.putIfAbsent("job", mine);
            if (winner == null) {
                mine.value++;
                done.put("job", mine);
            }
            Box ready = done.get("job");
            int seen = ready == null ? 0 : ready.value;
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
