//@ about: A constructor reference makes objects at the place of the reference.

import java.util.function.Function;

public class ConstructorReference {
    public static void main(String[] args) {
        Function<Object, Holder> maker = Holder::new;       //@site maker=Function made=Holder
        Object given = new Object();            //@site given
        Expect.calls("Holder.<init>");
        Holder holder = maker.apply(given);
        Expect.pointsTo(maker, "maker");
        Expect.pointsTo(holder, "made");
        Expect.pointsTo(holder.value, "given");
    }
}

class Holder {
    final Object value;

    Holder(Object value) {
        this.value = value;
    }
}
