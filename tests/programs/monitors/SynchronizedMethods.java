//@ about: Two threads change a field through synchronized methods of its object.
//@ engines: scan run predict lockset
public class SynchronizedMethods {
    private int count;

    synchronized void increment() {
        count++;
    }

    synchronized int get() {
        return count;
    }

    public static void main(String[] args) {
        SynchronizedMethods shared = new SynchronizedMethods();
        Runnable work = () -> {
            shared.increment();
            shared.get();
        };
        new Thread(work).start();
        new Thread(work).start();
    }
}
