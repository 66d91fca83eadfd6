//@ about: A field updater reads and writes the field of the given object.

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class FieldUpdater {
    private static final AtomicReferenceFieldUpdater<Holder, Object> VALUE =
            AtomicReferenceFieldUpdater.newUpdater(Holder.class, Object.class, "value");

    public static void main(String[] args) {
        Holder one = new Holder();
        Holder two = new Holder();
        Object a = new Object();                //@site a
        Object b = new Object();                //@site b
        VALUE.set(one, a);
        VALUE.compareAndSet(two, null, b);
        Expect.pointsTo(one.value, "a");
        Expect.pointsTo(two.value, "b");
        Expect.pointsTo(VALUE.get(one), "a");
        Expect.pointsToNothing(one.other);
    }
}

class Holder {
    volatile Object value;
    volatile Object other;
}
