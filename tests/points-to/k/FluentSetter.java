//@ about: From k = 1 on, a method that returns its receiver returns no other object.

public class FluentSetter {
    public static void main(String[] args) {
        Builder one = new Builder();            //@site one
        Builder two = new Builder();            //@site two
        Builder first = one.with(new Object());
        Builder second = two.with(new Object());
        Expect.k(0).mayAlias(first, second);
        Expect.fromK(1).pointsTo(first, "one");
        Expect.fromK(1).pointsTo(second, "two");
        Expect.fromK(1).distinct(one.part, two.part);
    }
}

class Builder {
    Object part;

    Builder with(Object part) {
        this.part = part;
        return this;
    }
}
