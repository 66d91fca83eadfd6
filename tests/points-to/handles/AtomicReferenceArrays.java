//@ about: An atomic array's elements are one variable; compareAndSet stores too.

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;

public class AtomicReferenceArrays {
    public static void main(String[] args) {
        AtomicReferenceArray<Object> one = new AtomicReferenceArray<>(2);
        AtomicReferenceArray<Object> two = new AtomicReferenceArray<>(2);
        Object a = new Object();                //@site a
        Object b = new Object();                //@site b
        Object c = new Object();                //@site c
        one.set(0, a);
        one.compareAndSet(1, null, b);
        two.lazySet(0, c);
        Expect.pointsTo(one.get(0), "a", "b");
        Expect.pointsTo(two.get(0), "c");
        AtomicStampedReference<Object> stamped = new AtomicStampedReference<>(a, 0);
        stamped.compareAndSet(a, b, 0, 1);
        Expect.pointsTo(stamped.getReference(), "a", "b");
    }
}
