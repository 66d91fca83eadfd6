//@ about: A thread that leaves the inner of two blocks on one lock still holds the lock.
//@ engines: scan run predict lockset
public class Reentrant {
    private int value;

    synchronized void outer() {
        inner();
        value++;
    }

    synchronized void inner() {
        value++;
    }

    public static void main(String[] args) {
        Reentrant shared = new Reentrant();
        new Thread(shared::outer).start();
        new Thread(shared::outer).start();
    }
}
