//@ about: An interface call finds methods in classes, superclasses and default methods.

public class InterfaceDispatch {
    public static void main(String[] args) {
        Expect.calls("Own.<init>");
        Action own = new Own();
        Expect.calls("InterfaceDispatch.run");
        run(own);
        run(new FromSuper());
        run(new ByDefault());
    }

    static void run(Action action) {
        Expect.calls("Own.act", "Super.act", "Action.act");
        action.act();
    }
}

interface Action {
    default void act() {
    }
}

class Own implements Action {
    @Override
    public void act() {
    }
}

class Super {
    public void act() {
    }
}

class FromSuper extends Super implements Action {
}

class ByDefault implements Action {
}
