//@ about: A plain 64-bit field, which Java may write in two halves, is written by one thread and read by another.
//@ engines: scan run predict
public class LongField {
    long stamp;

    public static void main(String[] args) {
        LongField shared = new LongField();
        new Thread(() -> {
            Unseen.at(2);
            shared.stamp = -1L;      //~ race(stamp) write
        }).start();
        new Thread(() -> {
            long seen = shared.stamp;      //~ race(stamp) read
            Unseen.at(1);
        }).start();
    }
}
