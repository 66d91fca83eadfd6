//@ about: Behind a cast only objects of that class are left.

public class CastFilter {
    public static void main(String[] args) {
        Object any = args.length > 0 ? new A() : new B();       //@site a=A b=B
        Expect.pointsTo(any, "a", "b");
        if (any instanceof B) {
            B cast = (B) any;
            Expect.pointsTo(cast, "b");
        }
        Object unfiltered = any;
        Expect.pointsTo(unfiltered, "a", "b");
    }
}

class A {
}

class B {
}
