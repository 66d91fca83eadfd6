//@ about: From k = 1 on, a static helper is analysed once per receiver of the method that calls it.

public class StaticHelperOfInstance {
    public static void main(String[] args) {
        Keeper one = new Keeper();
        Keeper two = new Keeper();
        one.keep(new Object());     //@site a
        two.keep(new Object());     //@site b
        Expect.k(0).mayAlias(one.kept, two.kept);
        Expect.fromK(1).distinct(one.kept, two.kept);
        Expect.fromK(1).pointsTo(one.kept, "a");
        Expect.fromK(1).pointsTo(two.kept, "b");
    }
}

class Keeper {
    Object kept;

    void keep(Object value) {
        kept = Checks.outer(value);
    }
}

class Checks {
    static Object outer(Object value) {
        return inner(value);
    }

    static Object inner(Object value) {
        return value;
    }
}
