//@ about: A parked thread is woken when a volatile flag says that plain data is there.
//@ engines: run predict

import java.util.concurrent.locks.LockSupport;

public class ParkedForFlag {
    private static volatile boolean ready;
    private static int[] data;

    public static void main(String[] args) {
        Thread reader = new Thread(() -> {
            while (!ready) {
                LockSupport.parkNanos(1_000_000);
            }
            int seen = data[0];
        });
        reader.start();
        data = new int[] {1, 2, 3};
        ready = true;
        LockSupport.unpark(reader);
    }
}
