//@ about: Threads read and write ever smaller pieces of their own parts of an array, all at the same time, and meet at one element.
//@ engines: run
public class RefinedWhileRead {
    static final int PART = 256;

    static void pieces(int[] a, int from) {
        for (int size = PART; size > 0; size /= 2) {
            for (int at = from; at < from + PART; at += size) {
                for (int i = at; i < at + size; i++) {
                    a[i]++;
                }
                synchronized (new Object()) {
                    a[from] += size;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            int[] a = new int[4 * PART + 1];
            Thread[] threads = new Thread[4];
            for (int w = 0; w < 4; w++) {
                int own = w;
                threads[w] = new Thread(() -> {
                    pieces(a, own * PART);
                    a[4 * PART] = own;     //~ race(a) write
                });
                threads[w].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            for (int i = 0; i < a.length; i++) {
                a[i] = 0;
            }
        }
    }
}
