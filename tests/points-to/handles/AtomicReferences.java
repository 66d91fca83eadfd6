//@ about: An atomic reference holds what was stored into it, and its functions get that.

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

public class AtomicReferences {
    public static void main(String[] args) {
        AtomicReference<Object> one = new AtomicReference<>();
        AtomicReference<Object> two = new AtomicReference<>(new Object());      //@site initial=Object
        Object a = new Object();                                //@site a
        one.set(a);
        Expect.pointsTo(one.get(), "a");
        Expect.pointsTo(two.get(), "initial", "updated");
        UnaryOperator<Object> update = x -> {                   //@site update
            Expect.pointsTo(x, "initial", "updated");
            return new Object();                                //@site updated
        };
        Expect.calls("lambda:update");
        Object now = two.updateAndGet(update);
        Expect.pointsTo(now, "updated");
        Object before = one.getAndSet(null);
        Expect.pointsTo(before, "a");
        BinaryOperator<Object> join = (x, y) -> {               //@site join
            Expect.pointsTo(y, "a");
            return x;
        };
        Expect.calls("lambda:join");
        two.accumulateAndGet(a, join);
    }
}
