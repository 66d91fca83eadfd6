//@ about: From k = 1 on, what a constructor is given stays with its object.

public class ConstructorArgument {
    public static void main(String[] args) {
        Object a = new Object();        //@site a
        Object b = new Object();        //@site b
        Holder one = new SubHolder(a);
        Holder two = new SubHolder(b);
        Expect.k(0).pointsTo(one.value, "a", "b");
        Expect.fromK(1).pointsTo(one.value, "a");
        Expect.fromK(1).pointsTo(two.value, "b");
    }
}

class Holder {
    final Object value;

    Holder(Object value) {
        this.value = value;
    }
}

class SubHolder extends Holder {
    SubHolder(Object value) {
        super(value);
    }
}
