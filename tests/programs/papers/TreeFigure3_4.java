//@ about: Main and three threads write one variable under three locks, and touch it without a lock as well.
//@ engines: scan run predict
//@ paper: TREE figure 3.4
public class TreeFigure3_4 {
    static int x;

    static void child(Object[] locks, int i) {
        Unseen.at(2 * i);
        synchronized (locks[i]) {
            x = i;      //~ race(x) write
        }
        x = 10 * i;      //~ race(x) write
        Unseen.at(2 * i + 1);
    }

    public static void main(String[] args) {
        Object[] locks = new Object[4];
        for (int i = 1; i < 4; i++) {
            locks[i] = new Object();
        }
        for (int i = 1; i < 4; i++) {
            int number = i;
            new Thread(() -> child(locks, number)).start();
        }
        for (int i = 1; i < 4; i++) {
            synchronized (locks[i]) {
                x = -i;      //~ race(x) write
            }
            int seen = x;      //~ race(x) read
        }
        Unseen.at(1);
    }
}
