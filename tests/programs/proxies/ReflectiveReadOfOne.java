//@ about: A thread reads one of two fields by reflection, after they were written together without an order: only that one races.
//@ engines: run

import java.lang.reflect.Field;

class SeenPoint {
    private int x;
    private int y;

    void move(int by) {
        x = by;
        y = by;    //~ race(y) write
    }
}

public class ReflectiveReadOfOne {
    public static void main(String[] args) throws Exception {
        Field field = SeenPoint.class.getDeclaredField("y");
        field.setAccessible(true);
        SeenPoint point = new SeenPoint();
        Thread other = new Thread(() -> {
            point.move(2);
            Unseen.at(1);
        });
        other.start();
        Unseen.at(2);
        System.out.println(field.getInt(point));    //~ race(y) read
        other.join();
    }
}
