//@ about: Two threads set a volatile flag, and only one of them wrote the value before.
//@ engines: scan run predict

public class VolatileFlagTwoWriters {
    private static volatile boolean ready;
    private static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            value = 42;    //~ race(value) write
            Unseen.at(1);
            Unseen.at(4);
            ready = true;
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            ready = true;
        }).start();
        while (!ready) {
            Thread.onSpinWait();
        }
        int seen = value;    //~ race(value) read
        Unseen.at(3);
    }
}
