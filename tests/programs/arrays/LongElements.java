//@ about: An element of a long array is read by one thread and written by another.
//@ engines: scan run predict
public class LongElements {
    public static void main(String[] args) {
        long[] stamps = new long[3];
        new Thread(() -> {
            long seen = stamps[0];      //~ race(stamps) read
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            stamps[0] = -1L;      //~ race(stamps) write
        }).start();
    }
}
