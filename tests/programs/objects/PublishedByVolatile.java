//@ about: An object without final fields is published through a volatile reference.
//@ engines: scan run predict

public class PublishedByVolatile {
    static final class Point {
        int x;

        Point(int x) {
            this.x = x;
        }
    }

    private static volatile Point latest;

    public static void main(String[] args) {
        new Thread(() -> latest = new Point(3)).start();
        Point point = latest;
        if (point != null) {
            int seen = point.x;
        }
    }
}
