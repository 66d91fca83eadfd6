//@ about: What a reflectively called method throws is wrapped.

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

public class InvocationCause {
    public static void main(String[] args) throws Exception {
        Method method = InvocationCause.class.getDeclaredMethod("fail");
        try {
            method.invoke(null);
        } catch (InvocationTargetException e) {
            Expect.mayPointTo(e.getCause(), "failure");
            Expect.mayPointTo(e.getTargetException(), "failure");
        }
        Expect.reachable("InvocationCause.fail");
    }

    static void fail() {
        throw new Failure();            //@site failure
    }
}

class Failure extends RuntimeException {
}
