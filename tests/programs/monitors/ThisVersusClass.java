//@ about: One thread locks the object and another its class to touch the same instance field.
//@ engines: scan run predict
public class ThisVersusClass {
    private int value;

    void underThis() {
        synchronized (this) {
            value = 1;      //~ race(value) write
        }
    }

    int underClass() {
        synchronized (ThisVersusClass.class) {
            return value;      //~ race(value) read
        }
    }

    public static void main(String[] args) {
        ThisVersusClass shared = new ThisVersusClass();
        new Thread(() -> {
            shared.underThis();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            shared.underClass();
        }).start();
    }
}
