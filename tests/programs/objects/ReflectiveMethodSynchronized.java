//@ about: A synchronised method is called through reflection by one thread and directly by another.
//@ engines: scan run predict

import java.lang.reflect.Method;

public class ReflectiveMethodSynchronized {
    static final class Gauge {
        private int level;

        synchronized void raise() {
            level++;
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        Gauge gauge = new Gauge();
        Method raise = Gauge.class.getDeclaredMethod("raise");
        new Thread(() -> {
            try {
                raise.invoke(gauge);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }).start();
        gauge.raise();
    }
}
