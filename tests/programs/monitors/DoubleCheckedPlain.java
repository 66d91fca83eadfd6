//@ about: Double-checked locking with a plain field: the unlocked check races with the locked write.
//@ engines: scan run predict
public class DoubleCheckedPlain {
    private static final Object LOCK = new Object();
    private static Object instance;

    static Object get() {
        Object found = instance;      //~ race(instance) read
        if (found == null) {
            synchronized (LOCK) {
                found = instance;
                if (found == null) {
                    found = new Object();
                    instance = found;      //~ race(instance) write
                }
            }
        }
        return found;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            get();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            get();
        }).start();
    }
}
