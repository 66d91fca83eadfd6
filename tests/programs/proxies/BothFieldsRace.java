//@ about: Two threads move a point whose two coordinates are always accessed together: both race.
//@ engines: scan run predict

class MovingPoint {
    private int x;
    private int y;

    void move(int by) {
        x = by;    //~ race(x) write
        y = by;    //~ race(y) write
    }

    int sum() {
        int first = x;    //~ race(x) read
        int second = y;    //~ race(y) read
        return first + second;
    }
}

public class BothFieldsRace {
    public static void main(String[] args) throws InterruptedException {
        MovingPoint point = new MovingPoint();
        Thread other = new Thread(() -> {
            point.move(1);
            Unseen.at(1);
        });
        other.start();
        Unseen.at(2);
        System.out.println(point.sum());
        point.move(2);
        other.join();
    }
}
