//@ about: An object without final fields is published by a race: the reference races, and so does the field.
//@ engines: scan run predict

// `predict` builds sequentially consistent schedules: in those that read `x`, it was written before.

public class NonFinalByRace {
    static final class Point {
        int x;

        Point(int x) {
            this.x = x;    //~[scan,run] race(x) write
        }
    }

    private static Point latest;

    public static void main(String[] args) {
        new Thread(() -> {
            latest = new Point(3);    //~ race(latest) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        Point point = latest;    //~ race(latest) read
        if (point != null) {
            int seen = point.x;    //~[scan,run] race(x) read
        }
    }
}
