//@ about: A race on one field is hidden in this run by the order in which two threads take a lock for another field.
//@ engines: scan run predict lockset
public class HiddenByLockOrder {
    private static int bare;
    private static int guarded;

    public static void main(String[] args) {
        Object lock = new Object();
        bare = 0;
        new Thread(() -> {
            bare = 1;      //~[scan,predict,lockset] race(bare) write
            synchronized (lock) {
                guarded = 1;
            }
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            synchronized (lock) {
                guarded = 2;
            }
            int seen = bare;      //~[scan,predict,lockset] race(bare) read
        }).start();
    }
}
