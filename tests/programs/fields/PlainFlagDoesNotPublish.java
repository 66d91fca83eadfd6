//@ about: A plain flag guards plain data: both race, though no reordering of this run can bring the data accesses together.
//@ engines: scan run predict
public class PlainFlagDoesNotPublish {
    static int data;
    static boolean ready;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;      //~[scan,run] race(data) write
            ready = true;      //~ race(ready) write
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            if (ready) {      //~ race(ready) read
                int seen = data;      //~[scan,run] race(data) read
            }
        }).start();
    }
}
