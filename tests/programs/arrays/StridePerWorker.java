//@ about: Workers have every k-th element of an array each; when all have ended, others go on with another k.
//@ engines: run
public class StridePerWorker {
    static void work(int[] a, int workers) throws InterruptedException {
        Thread[] threads = new Thread[workers];
        for (int w = 0; w < workers; w++) {
            int first = w;
            threads[w] = new Thread(() -> {
                for (int i = first; i < a.length; i += workers) {
                    a[i] += i;
                }
            });
            threads[w].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] a = new int[500];
        for (int workers : new int[] {2, 4, 1, 3, 12, 5, 1, 40}) {
            work(a, workers);
        }
        System.out.println(a[499]);
    }
}
