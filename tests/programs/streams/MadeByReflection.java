//@ about: Each iteration makes an object by reflection, and calls it by reflection.
//@ engines: scan run predict

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.List;

public class MadeByReflection {
    public static class Test {
        int count;

        public Test() {}

        public void run() {
            count++;
        }
    }

    static int run(Class<?> type) {
        try {
            Constructor<?> constructor = type.getConstructor();
            Method method = type.getMethod("run");
            Object test = constructor.newInstance();
            method.invoke(test);
            method.invoke(test);
            return ((Test) test).count;
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }

    public static void main(String[] args) {
        List<Class<?>> types = List.of(Test.class, Test.class, Test.class);
        System.out.println(types.parallelStream().mapToInt(MadeByReflection::run).sum());
    }
}
