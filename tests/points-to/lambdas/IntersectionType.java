//@ about: A lambda implements the function of an intersection type and inherits its default methods.

public class IntersectionType {
    public static void main(String[] args) {
        Runnable task = (Runnable & Named) () -> { };       //@site task
        Expect.calls("lambda:task");
        task.run();
        Named named = (Named) task;
        Expect.pointsTo(named, "task");
        Expect.calls("Named.name");
        Object name = named.name();
        Expect.pointsTo(name, "name");
    }
}

interface Named {
    default Object name() {
        return new Object();            //@site name
    }
}
