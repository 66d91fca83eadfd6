//@ about: A field of the same name in a subclass is another field.

public class ShadowedField {
    public static void main(String[] args) {
        Sub sub = new Sub();
        sub.value = new Object();               //@site low
        ((Base) sub).value = new Object();      //@site high
        Expect.pointsTo(sub.value, "low");
        Expect.pointsTo(((Base) sub).value, "high");
        Expect.pointsTo(sub.ofBase(), "high");
    }
}

class Base {
    Object value;

    Object ofBase() {
        return value;
    }
}

class Sub extends Base {
    Object value;
}
