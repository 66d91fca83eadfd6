//@ about: Getter and setter handles reach the field.

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class FieldHandles {
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle getter = lookup.findGetter(Holder.class, "value", Object.class);
        MethodHandle setter = lookup.findSetter(Holder.class, "value", Object.class);
        Holder one = new Holder();
        Holder two = new Holder();
        Object a = new Object();                //@site a
        setter.invokeExact(one, a);
        two.value = new Object();               //@site b
        Object read = (Object) getter.invokeExact(two);
        Expect.pointsTo(read, "b");
        Expect.pointsTo(one.value, "a");
    }
}

class Holder {
    Object value;
}
