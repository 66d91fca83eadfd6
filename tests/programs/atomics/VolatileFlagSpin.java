//@ about: A value is written before a volatile flag is set and read by a thread that spins until it sees it.
//@ engines: scan run predict

public class VolatileFlagSpin {
    private static volatile boolean ready;
    private static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            value = 42;
            ready = true;
        }).start();
        while (!ready) {
            Thread.onSpinWait();
        }
        int seen = value;
    }
}
