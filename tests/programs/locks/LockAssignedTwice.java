//@ about: A lock in a field that a method replaces; and one that a second assignment in the constructor replaces.
//@ engines: scan run predict lockset

public class LockAssignedTwice {
    private Object replaced = new Object();
    private Object again = new Object();
    private int byReplaced;
    private int byAgain;

    LockAssignedTwice(boolean early) {
        if (early) {
            new Thread(() -> {
                countAgain();
                Unseen.at(1);
            }).start();
            Unseen.at(2);
        }
        again = new Object();    //~ race(again) write
    }

    void countAgain() {
        synchronized (again) {    //~ race(again) read
            byAgain++;    //~ race(byAgain) write
        }
    }

    void countReplaced() {
        synchronized (replaced) {    //~ race(replaced) read
            byReplaced++;    //~ race(byReplaced) write
        }
    }

    void replace() {
        replaced = new Object();    //~ race(replaced) write
    }

    public static void main(String[] args) {
        LockAssignedTwice counter = new LockAssignedTwice(true);
        new Thread(() -> {
            counter.countReplaced();
            Unseen.at(3);
        }).start();
        Unseen.at(4);
        counter.replace();
        counter.countReplaced();
        counter.countAgain();
    }
}
