//@ about: Method.invoke dispatches on the receiver, as an ordinary call does.

import java.lang.reflect.Method;

public class InvokeDispatches {
    public static void main(String[] args) throws Exception {
        Method method = Base.class.getMethod("name");
        Object sub = new Sub();
        Object[] none = {};
        Expect.calls("InvokeDispatches$Sub.name");
        Object name = method.invoke(sub, none);
        Expect.pointsTo(name, "sub");
        Expect.unreachable("Base.name");
    }

    public static class Base {
        public Object name() {
            return null;
        }
    }

    public static class Sub extends Base {
        @Override
        public Object name() {
            return new Object();                //@site sub
        }
    }
}
