//@ about: Two threads set a volatile flag, and only one of them wrote the value before.
//@ engines: scan run predict

public class VolatileFlagTwoWriters {
    private static volatile boolean ready;
    private static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            value = 42;    //~ FN[predict] race(value) write: a thread that waits in a loop may fill the window in between
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
        int seen = value;    //~ FN[predict] race(value) read: a thread that waits in a loop may fill the window in between
        Unseen.at(3);
    }
}
