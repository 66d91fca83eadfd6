//@ about: A static synchronized method and a synchronized instance method change one static field under different locks.
//@ engines: scan run predict lockset
public class StaticVersusInstance {
    private static int count;

    static synchronized void setAll() {
        count = 1;      //~ race(count) write
    }

    synchronized void setOne() {
        count = 2;      //~ race(count) write
    }

    public static void main(String[] args) {
        StaticVersusInstance instance = new StaticVersusInstance();
        count = 0;
        new Thread(() -> {
            setAll();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            instance.setOne();
        }).start();
    }
}
