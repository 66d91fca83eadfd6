//@ about: Objects.equals, Objects.hash and requireNonNull call, or pass, what they are given.

import java.util.Objects;

public class ObjectsMethods {
    public static void main(String[] args) {
        A a = new A();                          //@site a
        A b = new A();                          //@site b
        Expect.calls("A.equals");
        Objects.equals(a, b);
        Object[] values = {a};
        Expect.calls("A.hashCode");
        Objects.hash(values);
        Object same = Objects.requireNonNull(a);
        Expect.pointsTo(same, "a");
        Object other = Objects.requireNonNullElse(null, b);
        Expect.pointsTo(other, "b");
        Expect.calls();
        System.identityHashCode(a);
    }
}

class A {
    @Override
    public boolean equals(Object that) {
        Expect.pointsTo(that, "b");
        return this == that;
    }

    @Override
    public int hashCode() {
        return 1;
    }
}
