//@ about: A proxy passes calls on to an object, by the method that it is told.
//@ engines: scan

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

public class ProxyPassesOn {
    public interface Counter {
        void add();
    }

    static final class Plain implements Counter {
        int count;

        @Override
        public void add() {
            count++;    //~ race(count) write
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Plain plain = new Plain();
        InvocationHandler handler = (proxy, method, values) -> method.invoke(plain, values);
        Class<?>[] interfaces = {Counter.class};
        Counter counter = (Counter) Proxy.newProxyInstance(ProxyPassesOn.class.getClassLoader(), interfaces, handler);
        Thread other = new Thread(counter::add);
        other.start();
        counter.add();
        other.join();
    }
}
