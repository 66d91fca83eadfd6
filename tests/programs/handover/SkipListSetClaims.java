//@ about: Whoever adds a number to a concurrent sorted set owns the element with that number.
//@ engines: run predict

import java.util.concurrent.ConcurrentSkipListSet;

public class SkipListSetClaims {
    public static void main(String[] args) {
        ConcurrentSkipListSet<Integer> claimed = new ConcurrentSkipListSet<>();
        int[] cells = new int[16];
        Runnable task = () -> {
            for (int i = 0; i < cells.length; i++) {
                if (claimed.add(i)) {
                    cells[i]++;
                }
            }
        };
        new Thread(task).start();
        new Thread(task).start();
    }
}
