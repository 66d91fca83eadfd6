//@ about: A clone reads all fields of its original, which another thread writes together; the copy itself is new.
//@ engines: run

import java.lang.reflect.Field;

class ClonedPoint implements Cloneable {
    private int x;
    private int y;

    void move(int by) {
        x = by;    //~ race(x) write
        y = by;    //~ race(y) write
    }

    ClonedPoint copy() {
        try {
            return (ClonedPoint) clone();    //~ race(x) read; race(y) read
        } catch (CloneNotSupportedException problem) {
            throw new IllegalStateException(problem);
        }
    }
}

public class CopiedPoint {
    public static void main(String[] args) throws Exception {
        ClonedPoint point = new ClonedPoint();
        Thread other = new Thread(() -> {
            point.move(1);
            Unseen.at(1);
        });
        other.start();
        Unseen.at(2);
        ClonedPoint copy = point.copy();
        copy.move(2);
        other.join();
        // The original is taken apart before it is copied again.
        Field field = ClonedPoint.class.getDeclaredField("x");
        field.setAccessible(true);
        field.setInt(point, 3);
        ClonedPoint second = point.copy();
        Thread last = new Thread(() -> second.move(4));
        last.start();
        last.join();
        second.move(5);
    }
}
