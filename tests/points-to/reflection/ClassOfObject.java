//@ about: getClass of an object gives its class, also for reflective instantiation.

import java.lang.reflect.Constructor;

public class ClassOfObject {
    public static void main(String[] args) throws Exception {
        Base some = new Sub();
        Class<? extends Base> type = some.getClass();
        Constructor<? extends Base> constructor = type.getDeclaredConstructor();
        Expect.calls("Sub.<init>");
        Base other = constructor.newInstance();         //@site other=Sub
        Expect.pointsTo(type, "class:java.lang.Class");
        Expect.pointsTo(other, "other");
        Expect.calls("Sub.name");
        other.name();
    }
}

class Base {
    Object name() {
        return null;
    }
}

class Sub extends Base {
    @Override
    Object name() {
        return this;
    }
}
