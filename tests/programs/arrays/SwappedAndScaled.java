//@ about: Threads take turns with an array: some elements are swapped, then all are changed, over and over; at last two threads write one element.
//@ engines: run
import java.util.concurrent.CountDownLatch;

public class SwappedAndScaled {
    static final int LENGTH = 200;

    static synchronized void turn(int[] a, int seed) {
        for (int i = 0; i < 12; i++) {
            int one = (seed * 31 + i * 17) % LENGTH;
            int other = (seed * 7 + i * 53) % LENGTH;
            int element = a[one];
            a[one] = a[other];
            a[other] = element;
        }
        for (int i = 0; i < LENGTH; i++) {
            a[i] += seed;
        }
        for (int i = seed % 70; i < LENGTH; i++) {
            a[i] ^= seed;
        }
    }

    static synchronized int sum(int[] a, int from) {
        int sum = a[from];
        for (int i = 0; i < LENGTH; i++) {
            sum += a[i];
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] a = new int[LENGTH];
        Thread[] threads = new Thread[3];
        CountDownLatch turns = new CountDownLatch(threads.length);
        for (int w = 0; w < threads.length; w++) {
            int own = w;
            threads[w] = new Thread(() -> {
                for (int round = 0; round < 60; round++) {
                    turn(a, 3 * round + own);
                    if (sum(a, round) == 1 && own == 2) {
                        System.out.println(round);
                    }
                }
                turns.countDown();
                try {
                    turns.await();
                } catch (InterruptedException e) {
                    return;
                }
                if (own != 2) {
                    a[150] = own;          //~ race(a) write
                }
            });
            threads[w].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(a[3] == 0 ? "done" : "done, too");
    }
}
