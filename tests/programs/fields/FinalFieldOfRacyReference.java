//@ about: An immutable object is published through a plain field: the reference races, its final field does not.
//@ engines: scan run predict
public class FinalFieldOfRacyReference {
    static class Point {
        final int x;

        Point(int x) {
            this.x = x;
        }
    }

    static Point shared;

    public static void main(String[] args) {
        new Thread(() -> {
            shared = new Point(1);      //~ race(shared) write
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            Point point = shared;      //~ race(shared) read
            if (point != null) {
                int seen = point.x;
            }
        }).start();
    }
}
