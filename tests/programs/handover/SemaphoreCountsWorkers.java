//@ about: Each worker releases a permit when it is done, and main acquires as many at once.
//@ engines: run predict

import java.util.concurrent.Semaphore;

public class SemaphoreCountsWorkers {
    public static void main(String[] args) throws InterruptedException {
        Semaphore done = new Semaphore(0);
        int[] results = new int[4];
        for (int i = 0; i < results.length; i++) {
            int number = i;
            new Thread(() -> {
                results[number] = number;
                done.release();
            }).start();
        }
        done.acquire(results.length);
        int sum = 0;
        for (int result : results) {
            sum += result;
        }
    }
}
