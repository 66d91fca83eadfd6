//@ about: One thread moves a point while several others read both coordinates.
//@ engines: scan run predict

class WatchedPoint {
    private int x = 1;
    private long y = 2;

    void move(int by) {
        x = by;    //~ race(x) write
        y = by;    //~ race(y) write
    }

    long sum() {
        int first = x;    //~ race(x) read
        long second = y;    //~ race(y) read
        return first + second;
    }
}

public class ReaderOfBothRaces {
    public static void main(String[] args) throws InterruptedException {
        WatchedPoint point = new WatchedPoint();
        Thread first = new Thread(() -> {
            point.sum();
            Unseen.at(1);
        });
        Thread second = new Thread(() -> {
            Unseen.at(2);
            point.sum();
            Unseen.at(3);
        });
        first.start();
        second.start();
        Unseen.at(4);
        point.move(3);
        first.join();
        second.join();
    }
}
