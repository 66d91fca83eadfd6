//@ about: A thread writes one of two fields by reflection that are always accessed together elsewhere: only that one races.
//@ engines: run

import java.lang.reflect.Field;

class ReflectedPoint {
    private int x;
    private int y;

    void move(int by) {
        x = by;    //~ race(x) write
        y = by;
    }

    int sum() {
        int first = x;    //~ race(x) read
        int second = y;
        return first + second;
    }
}

public class ReflectiveWriteOfOne {
    public static void main(String[] args) throws Exception {
        Field field = ReflectedPoint.class.getDeclaredField("x");
        field.setAccessible(true);
        ReflectedPoint point = new ReflectedPoint();
        point.move(1);
        Thread other = new Thread(() -> {
            try {
                field.setInt(point, 2);    //~ race(x) write
            } catch (IllegalAccessException problem) {
                throw new IllegalStateException(problem);
            }
            Unseen.at(1);
        });
        other.start();
        Unseen.at(2);
        point.sum();
        point.move(3);
        other.join();
    }
}
