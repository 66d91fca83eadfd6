//@ about: A static synchronized method and a block on the class literal take the same lock.
//@ engines: scan run predict lockset
public class ClassLockTwice {
    private static int count;

    static synchronized void first() {
        count++;
    }

    void second() {
        synchronized (ClassLockTwice.class) {
            count++;
        }
    }

    public static void main(String[] args) {
        ClassLockTwice instance = new ClassLockTwice();
        new Thread(ClassLockTwice::first).start();
        new Thread(instance::second).start();
    }
}
