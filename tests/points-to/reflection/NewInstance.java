//@ about: A class literal is instantiated without arguments; the object's site is the reflective call.

import java.lang.reflect.Constructor;

public class NewInstance {
    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        Class<Target> type = Target.class;
        Expect.calls("Target.<init>");
        Target old = type.newInstance();                            //@site old
        Constructor<Target> constructor = type.getDeclaredConstructor();
        Expect.calls("Target.<init>");
        Target made = constructor.newInstance();                    //@site made=Target
        Expect.pointsTo(old, "old");
        Expect.pointsTo(made, "made");
        Expect.pointsTo(made.field, "field");
    }
}

class Target {
    final Object field = new Object();      //@site field
}
