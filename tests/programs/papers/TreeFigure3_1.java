//@ about: Two loops write one variable again and again, each under a lock of its own.
//@ engines: scan run predict lockset
//@ paper: TREE figure 3.1
public class TreeFigure3_1 {
    static int x;

    public static void main(String[] args) {
        Object lockA = new Object();
        Object lockB = new Object();
        x = 0;
        new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                synchronized (lockA) {
                    x = i;      //~ race(x) write
                }
            }
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            for (int i = 0; i < 10; i++) {
                synchronized (lockB) {
                    x = -i;      //~ race(x) write
                }
            }
        }).start();
    }
}
