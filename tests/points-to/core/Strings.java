//@ about: Strings are objects of one class, wherever they come from.

public class Strings {
    public static void main(String[] args) {
        String constant = "constant";
        Expect.pointsTo(constant, "class:java.lang.String");
        String joined = constant + args.length;
        Expect.mayPointTo(joined, "class:java.lang.String");
        Object any = args.length > 0 ? constant : new A();      //@site a
        Expect.pointsTo(any, "class:java.lang.String", "a");
        Expect.mayPointTo(constant.trim(), "class:java.lang.String");
        Expect.mayAlias(constant, "constant");
        Object type = A.class;
        Expect.pointsTo(type, "class:java.lang.Class");
    }
}

class A {
}
