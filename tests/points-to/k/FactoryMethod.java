//@ about: From k = 2 on, what a factory makes is told apart by the factory.

public class FactoryMethod {
    public static void main(String[] args) {
        Factory one = new Factory();
        Factory two = new Factory();
        Object a = one.make();
        Object b = two.make();
        Object c = two.make();
        Expect.pointsTo(a, "made");
        Expect.k(0, 1).mayAlias(a, b);
        Expect.fromK(2).distinct(a, b);
        Expect.mayAlias(b, c);
        Expect.objects(a, 1);
    }
}

class Factory {
    Object make() {
        Object made = new Object();     //@site made
        Expect.k(0, 1).objects(made, 1);
        Expect.fromK(2).objects(made, 2);
        return made;
    }
}
