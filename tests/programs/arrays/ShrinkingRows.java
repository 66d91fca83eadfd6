//@ about: Elimination of Gauss: in each round the rows that are left are dealt to two threads, and get shorter by one element.
//@ engines: run
import java.util.concurrent.CyclicBarrier;

public class ShrinkingRows {
    public static void main(String[] args) throws Exception {
        int n = 40;
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = i == j ? 100 : (i * 7 + j) % 5;
            }
        }
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread[] threads = new Thread[2];
        for (int w = 0; w < 2; w++) {
            int own = w;
            threads[w] = new Thread(() -> eliminate(a, own, barrier));
            threads[w].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(a[n - 1][n - 1]);
    }

    static void eliminate(double[][] a, int own, CyclicBarrier barrier) {
        int n = a.length;
        for (int k = 0; k < n - 1; k++) {
            for (int i = k + 1; i < n; i++) {
                if (i % 2 == own) {
                    double factor = a[i][k] / a[k][k];
                    for (int j = k + 1; j < n; j++) {
                        a[i][j] -= factor * a[k][j];
                    }
                }
            }
            try {
                barrier.await();
            } catch (Exception broken) {
                throw new IllegalStateException(broken);
            }
        }
    }
}
