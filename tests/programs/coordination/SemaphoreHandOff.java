//@ about: A semaphore without permits hands a value from the writer to the reader.
//@ engines: scan run predict

import java.util.concurrent.Semaphore;

public class SemaphoreHandOff {
    private static int value;

    public static void main(String[] args) {
        Semaphore filled = new Semaphore(0);
        new Thread(() -> {
            value = 42;
            filled.release();
        }).start();
        filled.acquireUninterruptibly();
        int seen = value;
    }
}
