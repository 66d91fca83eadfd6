//@ about: After they were written together, two fields are accessed by reflection, each under a lock of its own.
//@ engines: run

import java.lang.reflect.Field;

class SplitPoint {
    private int x;
    private int y;

    void move(int by) {
        x = by;
        y = by;
    }
}

public class FieldsByOwnLocks {
    static void add(Field field, SplitPoint point) {
        for (int turn = 0; turn < 50; turn++) {
            synchronized (field) {
                try {
                    field.setInt(point, field.getInt(point) + 1);
                } catch (IllegalAccessException problem) {
                    throw new IllegalStateException(problem);
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Field first = SplitPoint.class.getDeclaredField("x");
        Field second = SplitPoint.class.getDeclaredField("y");
        first.setAccessible(true);
        second.setAccessible(true);
        SplitPoint point = new SplitPoint();
        point.move(1);
        Thread one = new Thread(() -> add(first, point));
        Thread other = new Thread(() -> add(second, point));
        one.start();
        other.start();
        one.join();
        other.join();
        point.move(2);
    }
}
