//@ about: A static field is written through reflection under names from the command line.
//@ engines: scan run predict
//@ args: ReflectiveFieldUnknown$Gauge level

import java.lang.reflect.Field;

public class ReflectiveFieldUnknown {
    static final class Gauge {
        static int level;
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        Field field = Class.forName(args[0]).getDeclaredField(args[1]);
        new Thread(() -> {
            try {
                field.setInt(null, 1);    //~ FN[scan] race(level) write: class and field are named by arguments
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = Gauge.level;    //~ FN[scan] race(level) read: the other end is named by arguments
    }
}
