//@ about: A method that increments a plain field is called through reflection under a constant name.
//@ engines: scan run predict

import java.lang.reflect.Method;

public class ReflectiveMethodConstant {
    static final class Gauge {
        int level;

        void raise() {
            level++;    //~ race(level) write
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
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        gauge.raise();
    }
}
