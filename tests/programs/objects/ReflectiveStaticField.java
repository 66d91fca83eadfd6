//@ about: A static field is written through reflection under a constant name.
//@ engines: scan run predict

import java.lang.reflect.Field;

public class ReflectiveStaticField {
    static final class Gauge {
        static int level;
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        Field level = Gauge.class.getDeclaredField("level");
        new Thread(() -> {
            try {
                level.setInt(null, 1);    //~ race(level) write
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = Gauge.level;    //~ race(level) read
    }
}
