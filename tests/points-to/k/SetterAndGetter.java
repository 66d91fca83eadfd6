//@ about: From k = 1 on, a setter stores into the box that it was called on.

public class SetterAndGetter {
    public static void main(String[] args) {
        Box one = new Box();
        Box two = new Box();
        one.set(new Object());      //@site a
        two.set(new Object());      //@site b
        Object x = one.get();
        Object y = two.get();
        Expect.k(0).mayAlias(x, y);
        Expect.k(0).pointsTo(x, "a", "b");
        Expect.fromK(1).distinct(x, y);
        Expect.fromK(1).pointsTo(x, "a");
        Expect.fromK(1).pointsTo(y, "b");
    }
}

class Box {
    private Object value;

    void set(Object value) {
        Expect.pointsTo(value, "a", "b");
        this.value = value;
    }

    Object get() {
        return value;
    }
}
