//@ about: The second thread touches the bare field only because of what it read under the lock, so no other order is possible.
//@ engines: scan run predict
public class ReadKeepsLockOrder {
    private static int bare;
    private static boolean handedOver;

    public static void main(String[] args) {
        Object lock = new Object();
        new Thread(() -> {
            bare = 1;      //~ FP[scan] race(bare) write: scan does not relate the flag to the field
            synchronized (lock) {
                handedOver = true;
            }
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            boolean mine;
            synchronized (lock) {
                mine = handedOver;
            }
            if (mine) {
                int seen = bare;      //~ FP[scan] race(bare) read: scan does not relate the flag to the field
            }
        }).start();
    }
}
