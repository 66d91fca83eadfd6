//@ about: A handle of a virtual method dispatches on its first argument.

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class FindVirtual {
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(Object.class, Object.class);
        MethodHandle handle = lookup.findVirtual(Base.class, "act", type);
        Base target = new Sub();                //@site target
        Object argument = new Object();         //@site argument
        Expect.calls("Sub.act");
        Object result = (Object) handle.invokeExact(target, argument);
        Expect.pointsTo(result, "argument");
        Expect.unreachable("Base.act");
    }
}

class Base {
    Object act(Object value) {
        return null;
    }
}

class Sub extends Base {
    @Override
    Object act(Object value) {
        Expect.pointsTo(this, "target");
        return value;
    }
}
