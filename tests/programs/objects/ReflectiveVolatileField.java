//@ about: A volatile field is written through reflection, which keeps it volatile.
//@ engines: scan run predict

import java.lang.reflect.Field;

public class ReflectiveVolatileField {
    static final class Gauge {
        volatile int level;
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        Gauge gauge = new Gauge();
        Field level = Gauge.class.getDeclaredField("level");
        new Thread(() -> {
            try {
                level.setInt(gauge, 1);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = gauge.level;
    }
}
