//@ about: A volatile flag is set from the beginning.
//@ engines: scan run predict

public class VolatileFlagSetInitially {
    private static volatile boolean ready = true;
    private static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            value = 42;    //~ race(value) write
            Unseen.at(1);
            Unseen.at(4);
            ready = true;
        }).start();
        Unseen.at(2);
        while (!ready) {
            Thread.onSpinWait();
        }
        int seen = value;    //~ race(value) read
        Unseen.at(3);
    }
}
