//@ about: A subclass has fields of the same names as its superclass; only those of the superclass race.
//@ engines: run

class UpperPoint {
    private int x;
    private int y;

    UpperPoint(int x, int y) {
        this.x = x;
        this.y = y;
    }

    void moveUpper(int by) {
        x = by;    //~ race(x) write
        y = by;    //~ race(y) write
    }
}

class LowerPoint extends UpperPoint {
    private int x;
    private int y;

    LowerPoint(int x, int y) {
        super(x, y);
        this.x = x;
        this.y = y;
    }

    void moveLower(int by) {
        x = by;
        y = by;
    }
}

public class PointInSubclass {
    public static void main(String[] args) throws InterruptedException {
        LowerPoint point = new LowerPoint(1, 2);
        Thread other = new Thread(() -> {
            point.moveUpper(1);
            Unseen.at(1);
        });
        other.start();
        Unseen.at(2);
        point.moveUpper(2);
        point.moveLower(2);
        other.join();
    }
}
