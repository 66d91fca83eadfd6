//@ about: Handles of static methods and constructors call them.

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class FindStaticAndConstructor {
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(Object.class, Object.class);
        MethodHandle same = lookup.findStatic(FindStaticAndConstructor.class, "same", type);
        Object argument = new Object();         //@site argument
        Expect.calls("FindStaticAndConstructor.same");
        Object result = (Object) same.invokeExact(argument);
        Expect.pointsTo(result, "argument");
        MethodHandle maker = lookup.findConstructor(A.class, MethodType.methodType(void.class));
        Expect.calls("A.<init>");
        A made = (A) maker.invokeExact();       //@site made
        Expect.pointsTo(made, "made");
        Object loose = maker.invoke();
        Expect.mayPointTo(loose, "class:A");
    }

    static Object same(Object value) {
        Expect.pointsTo(value, "argument");
        return value;
    }
}

class A {
}
