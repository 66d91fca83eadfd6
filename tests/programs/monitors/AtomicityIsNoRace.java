//@ about: A check and the act on it hold the lock separately: updates can get lost, but nothing races.
//@ engines: scan run predict lockset
public class AtomicityIsNoRace {
    private int seats = 1;

    synchronized int free() {
        return seats;
    }

    synchronized void book() {
        seats--;
    }

    void tryBook() {
        if (free() > 0) {
            book();
        }
    }

    public static void main(String[] args) {
        AtomicityIsNoRace shared = new AtomicityIsNoRace();
        new Thread(shared::tryBook).start();
        new Thread(shared::tryBook).start();
    }
}
