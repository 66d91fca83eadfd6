//@ about: A static initialiser runs once, whichever contexts trigger it.

public class InitializerHasNoContext {
    public static void main(String[] args) {
        User one = new User();
        User two = new User();
        Expect.mayAlias(one.shared(), two.shared());
    }
}

class User {
    Object shared() {
        Object value = Registry.SHARED;
        Expect.pointsTo(value, "shared");
        Expect.objects(value, 1);
        return value;
    }
}

class Registry {
    static final Object SHARED = make();

    static Object make() {
        Object made = new Object();     //@site shared
        Expect.objects(made, 1);
        return made;
    }
}
