//@ about: A plain flag races and publishes nothing, so the value races too.
//@ engines: scan run predict

// `predict` builds sequentially consistent schedules: in those that read `value`, it was written before.

public class PlainFlag {
    private static boolean ready;
    private static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            value = 42;    //~[scan,run] race(value) write
            ready = true;    //~ race(ready) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        if (ready) {    //~ race(ready) read
            int seen = value;    //~[scan,run] race(value) read
        }
    }
}
