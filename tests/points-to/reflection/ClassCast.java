//@ about: Class.cast and Class.isInstance let objects pass.

public class ClassCast {
    public static void main(String[] args) {
        Object any = args.length > 0 ? new B() : new A();       //@site a=A b=B
        A cast = A.class.cast(any);
        Expect.pointsTo(cast, "a");
        Expect.pointsTo(any, "a", "b");
    }
}

class A {
}

class B {
}
