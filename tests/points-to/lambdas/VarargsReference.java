//@ about: A method reference to a varargs method packs its arguments.

import java.util.function.BiFunction;

public class VarargsReference {
    public static void main(String[] args) {
        BiFunction<Object, Object, Object> pick = VarargsReference::pick;
        Object a = new Object();                //@site a
        Object b = new Object();                //@site b
        Object result = pick.apply(a, b);
        Expect.pointsTo(result, "a", "b");
        Expect.reachable("VarargsReference.pick");
    }

    static Object pick(Object... values) {
        return values[0];
    }
}
