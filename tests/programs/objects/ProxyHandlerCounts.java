//@ about: The handler of a dynamic proxy counts the calls of two threads in a plain field.
//@ engines: scan run predict

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

public class ProxyHandlerCounts {
    interface Door {
        void open();
    }

    static final class Counting implements InvocationHandler {
        private int calls;

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            calls++;    //~ race(calls) write
            return null;
        }
    }

    public static void main(String[] args) {
        Door door = (Door) Proxy.newProxyInstance(
                Door.class.getClassLoader(), new Class<?>[] {Door.class}, new Counting());
        new Thread(() -> {
            door.open();
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        door.open();
    }
}
