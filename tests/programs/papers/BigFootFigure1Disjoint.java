//@ about: Two threads move the points of disjoint halves of an array, which both only read.
//@ engines: run predict
//@ paper: BigFoot figure 1, without overlap
public class BigFootFigure1Disjoint {
    static class Point {
        int x;
        int y;
        int z;

        void move(int dx, int dy, int dz) {
            this.x += dx;
            this.y += dy;
            this.z += dz;
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
        new Thread(() -> movePoints(points, 0, points.length / 2)).start();
        new Thread(() -> movePoints(points, points.length / 2, points.length)).start();
    }
}
