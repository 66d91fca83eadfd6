//@ about: A plain field is written before a volatile flag is set and read after the flag was seen set.
//@ engines: scan run predict
public class VolatileFlagPublishes {
    static int data;
    static volatile boolean ready;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            ready = true;
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            if (ready) {
                int seen = data;
            }
        }).start();
    }
}
