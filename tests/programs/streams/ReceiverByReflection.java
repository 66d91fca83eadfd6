//@ about: All iterations call one object by reflection.
//@ engines: scan

import java.lang.reflect.Method;
import java.util.List;

public class ReceiverByReflection {
    public static class Test {
        int count;

        public void run() {
            count++;    //~ race(count) write
        }
    }

    static void run(Object test) {
        try {
            Method method = Test.class.getMethod("run");
            method.invoke(test);
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }

    public static void main(String[] args) {
        Test test = new Test();
        List.of(1, 2, 3).parallelStream().forEach(number -> run(test));
    }
}
