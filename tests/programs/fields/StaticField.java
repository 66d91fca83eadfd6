//@ about: One thread writes a static field and another reads it.
//@ engines: scan run predict
public class StaticField {
    static int limit;

    public static void main(String[] args) {
        new Thread(() -> {
            limit = 3;      //~ race(limit) write
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            int seen = limit;      //~ race(limit) read
        }).start();
    }
}
