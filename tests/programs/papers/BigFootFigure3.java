//@ about: A field is read under a lock, without it and under it again, while another thread writes it under the lock.
//@ engines: scan run predict
//@ paper: BigFoot figure 3
public class BigFootFigure3 {
    static class Box {
        int f;
    }

    static int readThrice(Box b, Object lock) {
        int x;
        synchronized (lock) {
            x = b.f;
        }
        int y = b.f;      //~ race(f) read
        Unseen.at(1);
        Unseen.at(4);
        int z;
        synchronized (lock) {
            z = b.f;
        }
        return x + y + z;
    }

    public static void main(String[] args) {
        Box b = new Box();
        Object lock = new Object();
        new Thread(() -> readThrice(b, lock)).start();
        new Thread(() -> {
            Unseen.at(2);
            synchronized (lock) {
                b.f = 1;      //~ race(f) write
            }
            Unseen.at(3);
        }).start();
    }
}
