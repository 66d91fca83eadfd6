//@ about: A handle that is bound to a receiver, and one with fixed arguments, keep them.

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class BoundHandle {
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(Object.class, Object.class);
        A receiver = new A();                   //@site receiver
        Object argument = new Object();         //@site argument
        MethodHandle bound = lookup.bind(receiver, "act", type);
        Expect.calls("A.act");
        Object one = (Object) bound.invokeExact(argument);
        Expect.mayPointTo(one, "argument");
        MethodHandle fixed = bound.bindTo(argument);
        Expect.mayCall("A.act");
        Object two = (Object) fixed.invokeExact();
        Expect.mayPointTo(two, "argument");
    }
}

class A {
    Object act(Object value) {
        Expect.pointsTo(this, "receiver");
        Expect.pointsTo(value, "argument");
        return value;
    }
}
