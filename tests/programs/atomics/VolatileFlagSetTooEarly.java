//@ about: A volatile flag is set before the value that it announces is written.
//@ engines: scan run predict

public class VolatileFlagSetTooEarly {
    private static volatile boolean ready;
    private static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            ready = true;
            value = 42;    //~ race(value) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        if (ready) {
            int seen = value;    //~ race(value) read
        }
    }
}
