//@ about: Workers have a block of an array each; when all have ended, others have blocks of another size.
//@ engines: run
public class BlockPerWorker {
    static void work(long[] a, int workers) throws InterruptedException {
        Thread[] threads = new Thread[workers];
        for (int w = 0; w < workers; w++) {
            int from = w * a.length / workers;
            int to = (w + 1) * a.length / workers;
            threads[w] = new Thread(() -> {
                for (int i = from; i < to; i++) {
                    a[i] += i;
                }
                for (int i = to - 1; i >= from; i--) {
                    a[i] ^= from;
                }
            });
            threads[w].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        long[] a = new long[1000];
        for (int workers : new int[] {1, 4, 3, 7, 2, 40, 1}) {
            work(a, workers);
        }
        System.out.println(a[999]);
    }
}
