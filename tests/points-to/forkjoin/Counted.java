//@ about: A counted completer runs compute and then its parent's onCompletion with the child as argument.

import java.util.concurrent.CountedCompleter;

public class Counted {
    public static void main(String[] args) {
        Root root = new Root();             //@site root
        Expect.mayCall("Root.compute");
        root.invoke();
        Expect.reachable("Root.compute", "Child.compute", "Root.onCompletion");
    }
}

class Root extends CountedCompleter<Void> {
    @Override
    public void compute() {
        setPendingCount(1);
        Child child = new Child(this);      //@site child
        Expect.mayCall("Child.compute");
        child.fork();
        tryComplete();
    }

    @Override
    public void onCompletion(CountedCompleter<?> caller) {
        Expect.pointsTo(this, "root");
        Expect.mayPointTo(caller, "child");
    }
}

class Child extends CountedCompleter<Void> {
    Child(CountedCompleter<?> parent) {
        super(parent);
    }

    @Override
    public void compute() {
        Expect.mayPointTo(getCompleter(), "root");
        tryComplete();
    }
}
