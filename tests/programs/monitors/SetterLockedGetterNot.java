//@ about: A field is written in a synchronized method and read in a method that forgets to synchronize.
//@ engines: scan run predict
public class SetterLockedGetterNot {
    private int value;

    synchronized void set(int value) {
        this.value = value;      //~ race(value) write
    }

    int get() {
        return value;      //~ race(value) read
    }

    public static void main(String[] args) {
        SetterLockedGetterNot shared = new SetterLockedGetterNot();
        new Thread(() -> {
            shared.set(1);
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            shared.get();
        }).start();
    }
}
