//@ about: A pattern variable holds what the type test lets through.

public class InstanceofPattern {
    public static void main(String[] args) {
        Object any = args.length > 0 ? new A() : new B();       //@site a=A b=B
        if (any instanceof A a) {
            Expect.pointsTo(a, "a");
        }
        if (any instanceof B b && args.length == 0) {
            Expect.pointsTo(b, "b");
        }
    }
}

class A {
}

class B {
}
