//@ about: An interface is initialised with a class that inherits its default methods, else not.

public class InitializerOfInterface {
    public static void main(String[] args) {
        new Impl();
        Expect.reachable("WithDefault.<clinit>");
        Expect.unreachable("Plain.<clinit>");
    }
}

interface WithDefault {
    Object OBJECT = new Object();

    default void act() {
    }
}

interface Plain {
    Object OBJECT = new Object();

    void other();
}

class Impl implements WithDefault, Plain {
    @Override
    public void other() {
    }
}
