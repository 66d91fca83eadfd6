//@ about: A scoped value holds what it is bound to while its task runs.
//@ jdk: 25

public class ScopedValues {
    static final ScopedValue<Object> ONE = ScopedValue.newInstance();
    static final ScopedValue<Object> TWO = ScopedValue.newInstance();

    public static void main(String[] args) {
        Object a = new Object();                //@site a
        Object b = new Object();                //@site b
        Runnable task = () -> {                 //@site task
            Expect.pointsTo(ONE.get(), "a");
            Expect.pointsTo(TWO.get(), "b");
        };
        ScopedValue.Carrier carrier = ScopedValue.where(ONE, a).where(TWO, b);
        Expect.calls("lambda:task");
        carrier.run(task);
    }
}
