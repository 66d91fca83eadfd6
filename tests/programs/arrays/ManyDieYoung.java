//@ about: So many arrays come and go that others take their place in every table; none has the history of one that was before it.
//@ engines: run
public class ManyDieYoung {
    static final Object LOCK = new Object();
    static final int[] counts = new int[8];

    static int use(int[] own, int seed) {
        for (int i = 0; i < own.length; i++) {
            own[i] = seed + i;
        }
        int result = own[seed & 7];
        synchronized (LOCK) {
            counts[seed & 7]++;
        }
        return result;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int w = 0; w < threads.length; w++) {
            int own = w;
            threads[w] = new Thread(() -> {
                int[][] kept = new int[16][8];
                for (int seed = own; seed < 2_000; seed++) {
                    kept[seed & 15] = new int[8];
                    if (use(kept[seed & 15], seed) < 0) {
                        throw new AssertionError();
                    }
                    if (seed % 500 == 0) {
                        System.gc();
                    }
                }
            });
            threads[w].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
