//@ about: Long arrays come and go in several threads, of which the next ones get the shadows; none has the history of one that was before it.
//@ engines: run
public class LongOnesDieYoung {
    static int use(int[] own, int seed) {
        for (int i = 0; i < own.length; i += 1 + (seed & 3)) {
            own[i] = own[own.length - 1 - i] + seed;
        }
        return own[seed % own.length];
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int w = 0; w < threads.length; w++) {
            int own = w;
            threads[w] = new Thread(() -> {
                int sum = 0;
                for (int seed = own; seed < 240; seed++) {
                    // Some have one block of words, some several, some an end of one.
                    sum += use(new int[1 + seed % 300], seed);
                    if (seed % 80 == 0) {
                        System.gc();
                    }
                }
                if (sum < 0) {
                    throw new AssertionError();
                }
            });
            threads[w].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
