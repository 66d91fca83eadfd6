//@ about: String concatenation calls toString of the objects in it.

public class ConcatToString {
    public static void main(String[] args) {
        A a = new A();
        B b = new B();
        String joined = "a" + a + "b" + b;
        Expect.reachable("A.toString", "B.toString");
        Expect.pointsTo(joined, "class:java.lang.String");
        Expect.unreachable("C.toString");
        new C();
    }
}

class A {
    @Override
    public String toString() {
        return "A";
    }
}

class B {
    @Override
    public String toString() {
        return "B";
    }
}

class C {
    @Override
    public String toString() {
        return "C";
    }
}
