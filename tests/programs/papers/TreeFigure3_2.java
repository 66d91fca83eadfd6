//@ about: A write in one method is protected in the loop's first half and not in its second, a read never.
//@ engines: scan run predict
//@ paper: TREE figure 3.2
public class TreeFigure3_2 {
    static int x;

    static int readX() {
        return x;      //~ race(x) read
    }

    static void writeX(int value) {
        x = value;      //~ race(x) write
    }

    static void loop(Object lockA, Object lockB) {
        for (int i = 0; i < 10; i++) {
            readX();
            if (i < 5) {
                synchronized (lockA) {
                    writeX(i);
                }
            } else {
                synchronized (lockB) {
                    writeX(i);
                }
            }
        }
    }

    public static void main(String[] args) {
        Object lockA = new Object();
        Object lockB = new Object();
        new Thread(() -> {
            Unseen.at(2);
            synchronized (lockA) {
                x = 100;      //~ race(x) write
            }
        }).start();
        loop(lockA, lockB);
        Unseen.at(1);
    }
}
