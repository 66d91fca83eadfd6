//@ about: A class that is named by a constant is initialised and instantiated.

import java.lang.reflect.Constructor;

public class ForName {
    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName("Target");
        Constructor<?> constructor = type.getDeclaredConstructor();
        Expect.calls("Target.<init>");
        Object made = constructor.newInstance();
        Expect.mayPointTo(type, "class:java.lang.Class");
        Expect.reachable("Target.<clinit>", "Target.<init>");
        Expect.unreachable("Other.<clinit>", "Other.<init>");
        Target target = (Target) made;
        Expect.pointsTo(target.field, "field");
    }
}

class Target {
    static final Object LOADED = new Object();

    final Object field = new Object();      //@site field
}

class Other {
    static final Object LOADED = new Object();
}
