//@ about: Method.invoke calls the named method and returns its result.

import java.lang.reflect.Method;

public class InvokeMethod {
    public static void main(String[] args) throws Exception {
        Method method = Target.class.getDeclaredMethod("act", Object.class);
        Target target = new Target();           //@site target
        Object argument = new Object();         //@site argument
        Object[] arguments = {argument};
        Expect.calls("Target.act");
        Object result = method.invoke(target, arguments);
        Expect.pointsTo(result, "result");
        Expect.unreachable("Target.other");
        Method helper = Target.class.getDeclaredMethod("helper");
        Object[] none = {};
        Expect.calls("Target.helper");
        Object helped = helper.invoke(null, none);
        Expect.pointsTo(helped, "helped");
    }
}

class Target {
    Object act(Object value) {
        Expect.pointsTo(this, "target");
        Expect.pointsTo(value, "argument");
        return new Object();                    //@site result
    }

    Object other(Object value) {
        return value;
    }

    static Object helper() {
        return new Object();                    //@site helped
    }
}
