//@ about: From k = 2 on, boxes that two owners make for themselves are two.

public class BoxOfOwner {
    public static void main(String[] args) {
        Owner one = new Owner();
        Owner two = new Owner();
        one.put(new Object());      //@site a
        two.put(new Object());      //@site b
        Expect.k(0, 1).mayAlias(one.box, two.box);
        Expect.fromK(2).distinct(one.box, two.box);
        Expect.k(0, 1).pointsTo(one.take(), "a", "b");
        Expect.fromK(2).pointsTo(one.take(), "a");
        Expect.fromK(2).pointsTo(two.take(), "b");
    }
}

class Owner {
    final Box box = new Box();

    void put(Object value) {
        box.set(value);
    }

    Object take() {
        return box.get();
    }
}

class Box {
    private Object value;

    void set(Object value) {
        this.value = value;
    }

    Object get() {
        return value;
    }
}
