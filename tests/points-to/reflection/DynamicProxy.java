//@ about: A proxy's methods call the handler that it was made with.

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

public class DynamicProxy {
    public static void main(String[] args) {
        Handler handler = new Handler();        //@site handler
        Class<?>[] interfaces = {Service.class};
        Object proxy = Proxy.newProxyInstance(Service.class.getClassLoader(), interfaces, handler);
        Service service = (Service) proxy;
        Object argument = new Object();         //@site argument
        Expect.calls("Handler.invoke");
        Object result = service.act(argument);
        Expect.pointsTo(result, "result");
        Expect.unreachable("NeverMade.act");
    }
}

interface Service {
    Object act(Object value);
}

class Handler implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
        Expect.pointsTo(this, "handler");
        Expect.pointsTo(arguments[0], "argument");
        return new Object();                    //@site result
    }
}

class NeverMade implements Service {
    @Override
    public Object act(Object value) {
        return value;
    }
}
