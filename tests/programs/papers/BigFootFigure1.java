//@ about: Two threads move overlapping ranges of an array of points, field by field.
//@ engines: scan run predict
//@ paper: BigFoot figure 1
public class BigFootFigure1 {
    static class Point {
        int x;
        int y;
        int z;

        void move(int dx, int dy, int dz) {
            this.x += dx;      //~ race(x) write
            this.y += dy;      //~ race(y) write
            this.z += dz;      //~ race(z) write
        }
    }

    static void movePoints(Point[] points, int low, int high) {
        for (int i = low; i < high; i++) {
            points[i].move(1, 1, 1);
        }
    }

    public static void main(String[] args) {
        Point[] points = new Point[10];
        for (int i = 0; i < points.length; i++) {
            points[i] = new Point();
        }
        new Thread(() -> {
            movePoints(points, 0, 6);
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            movePoints(points, 4, 10);
        }).start();
    }
}
