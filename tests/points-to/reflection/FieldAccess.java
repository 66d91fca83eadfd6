//@ about: A field that is named by a constant is read and written reflectively.

import java.lang.reflect.Field;

public class FieldAccess {
    public static void main(String[] args) throws Exception {
        Field field = Target.class.getDeclaredField("value");
        Target target = new Target();
        Target other = new Target();
        other.value = new Object();             //@site direct
        field.set(target, new Object());        //@site reflective
        Expect.pointsTo(target.value, "reflective");
        Object read = field.get(other);
        Expect.pointsTo(read, "direct");
        Expect.pointsToNothing(target.untouched);
        Field common = Target.class.getDeclaredField("common");
        common.set(null, new Object());         //@site common
        Expect.pointsTo(Target.common, "common");
    }
}

class Target {
    static Object common;
    Object value;
    Object untouched;
}
