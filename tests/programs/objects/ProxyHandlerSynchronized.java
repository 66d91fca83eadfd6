//@ about: The handler of a dynamic proxy counts the calls of two threads under its own lock.
//@ engines: scan run predict

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

public class ProxyHandlerSynchronized {
    interface Door {
        void open();
    }

    static final class Counting implements InvocationHandler {
        private int calls;

        @Override
        public synchronized Object invoke(Object proxy, Method method, Object[] arguments) {
            calls++;
            return null;
        }
    }

    public static void main(String[] args) {
        Door door = (Door) Proxy.newProxyInstance(
                Door.class.getClassLoader(), new Class<?>[] {Door.class}, new Counting());
        new Thread(door::open).start();
        door.open();
    }
}
