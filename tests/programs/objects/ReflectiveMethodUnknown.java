//@ about: A static method that writes a plain field is called through reflection under names from the command line.
//@ engines: scan run predict
//@ args: ReflectiveMethodUnknown$Gauge reset

import java.lang.reflect.Method;

public class ReflectiveMethodUnknown {
    static final class Gauge {
        static int level;

        static void reset() {
            level = 0;    //~ FN[scan] race(level) write: class and method are named by arguments
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        Method method = Class.forName(args[0]).getDeclaredMethod(args[1]);
        new Thread(() -> {
            try {
                method.invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = Gauge.level;    //~ FN[scan] race(level) read: the other end is named by arguments
    }
}
