//@ about: A field is written through reflection under a constant name.
//@ engines: scan run predict

import java.lang.reflect.Field;

public class ReflectiveFieldConstant {
    static final class Gauge {
        int level;
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        Gauge gauge = new Gauge();
        Field level = Gauge.class.getDeclaredField("level");
        new Thread(() -> {
            try {
                level.setInt(gauge, 1);    //~ race(level) write
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = gauge.level;    //~ race(level) read
    }
}
