//@ about: A field is the same whether it is named through the subclass or the superclass.

public class InheritedField {
    public static void main(String[] args) {
        Sub sub = new Sub();
        sub.value = new Object();       //@site instance
        Base base = sub;
        Expect.pointsTo(base.value, "instance");
        Sub.common = new Object();      //@site common
        Expect.pointsTo(Base.common, "common");
    }
}

class Base {
    static Object common;
    Object value;
}

class Sub extends Base {
}
