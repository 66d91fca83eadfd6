//@ about: An object is cloned while another thread writes to a field of it.
//@ engines: scan run predict

public class CloneReadsFields {
    static class Point implements Cloneable {
        int x;
        volatile int y;

        Point copy() {
            try {
                return (Point) clone();    //~ race(x) read
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) {
        Point point = new Point();
        new Thread(() -> {
            point.x = 1;    //~ race(x) write
            point.y = 2;
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        Point copy = point.copy();
        copy.x++;
    }
}
