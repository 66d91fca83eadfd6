//@ about: A thread that waits for a queue is interrupted when plain data is ready, and reads it.
//@ engines: run predict

import java.util.concurrent.LinkedBlockingQueue;

public class InterruptWakesTaker {
    private static int data;

    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<String> empty = new LinkedBlockingQueue<>();
        Thread taker = new Thread(() -> {
            try {
                empty.take();
            } catch (InterruptedException e) {
                data++;
            }
        });
        taker.start();
        data = 1;
        taker.interrupt();
        taker.join();
        data++;
    }
}
