//@ about: Main reads a variable without a lock and writes it with one; of nine forked writers only four take the lock.
//@ engines: scan run predict
//@ paper: TREE figure 3.3
public class TreeFigure3_3 {
    static int x;

    static void childWrites(int value) {
        x = value;      //~ race(x) write
    }

    static void child(Object lockA, int i) {
        Unseen.at(4 * i - 2);
        if (i < 5) {
            synchronized (lockA) {
                childWrites(i);
            }
        } else {
            childWrites(i);
        }
        Unseen.at(4 * i - 1);
    }

    public static void main(String[] args) {
        Object lockA = new Object();
        for (int i = 1; i < 10; i++) {
            int seen = x;      //~ race(x) read
            int number = i;
            new Thread(() -> child(lockA, number)).start();
            synchronized (lockA) {
                x = -i;      //~ race(x) write
            }
            Unseen.at(4 * i - 3);
            Unseen.at(4 * i);
        }
    }
}
