//@ about: Both threads hold the common lock, one of them inside another lock and one around it.
//@ engines: scan run predict lockset
public class NestedLocks {
    private static int value;

    public static void main(String[] args) {
        Object common = new Object();
        Object left = new Object();
        Object right = new Object();
        new Thread(() -> {
            synchronized (left) {
                synchronized (common) {
                    value = 1;
                }
            }
        }).start();
        new Thread(() -> {
            synchronized (common) {
                synchronized (right) {
                    value = 2;
                }
            }
        }).start();
    }
}
