//@ about: A constructor that is called reflectively gets the arguments from the array.

import java.lang.reflect.Constructor;

public class ConstructorArguments {
    public static void main(String[] args) throws Exception {
        Constructor<Target> constructor = Target.class.getDeclaredConstructor(Object.class);
        Object given = new Object();            //@site given
        Object[] arguments = {given};
        Expect.calls("Target.<init>");
        Target made = constructor.newInstance(arguments);       //@site made
        Expect.pointsTo(made, "made");
        Expect.pointsTo(made.value, "given");
    }
}

class Target {
    final Object value;

    Target(Object value) {
        this.value = value;
    }
}
