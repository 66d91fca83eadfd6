//@ about: From k = 3 on, objects two levels inside two objects are told apart.

public class WrapperInWrapper {
    public static void main(String[] args) {
        Outer one = new Outer();
        Outer two = new Outer();
        one.middle.inner.value = new Object();      //@site a
        two.middle.inner.value = new Object();      //@site b
        Expect.k(0, 1).mayAlias(one.middle, two.middle);
        Expect.fromK(2).distinct(one.middle, two.middle);
        Expect.k(0, 1, 2).mayAlias(one.middle.inner, two.middle.inner);
        Expect.fromK(3).distinct(one.middle.inner, two.middle.inner);
        Expect.k(0, 1, 2).pointsTo(one.middle.inner.value, "a", "b");
        Expect.fromK(3).pointsTo(one.middle.inner.value, "a");
    }
}

class Outer {
    final Middle middle = new Middle();
}

class Middle {
    final Inner inner = new Inner();
}

class Inner {
    Object value;
}
