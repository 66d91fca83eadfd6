//@ about: A thread-local variable holds what was set and what its supplier gives; two are not mixed.

public class ThreadLocals {
    static final ThreadLocal<Object> PLAIN = new ThreadLocal<>();
    static final ThreadLocal<Object> SUPPLIED = ThreadLocal.withInitial(ThreadLocals::supply);
    static final ThreadLocal<Object> OVERRIDDEN = new Initial();

    public static void main(String[] args) {
        PLAIN.set(new Object());                //@site set
        Expect.pointsTo(PLAIN.get(), "set");
        Expect.mayCall("ThreadLocals.supply");
        Object supplied = SUPPLIED.get();
        Expect.pointsTo(supplied, "supplied");
        Expect.mayCall("Initial.initialValue");
        Object initial = OVERRIDDEN.get();
        Expect.pointsTo(initial, "initial");
    }

    static Object supply() {
        return new Object();                    //@site supplied
    }
}

class Initial extends ThreadLocal<Object> {
    @Override
    protected Object initialValue() {
        return new Object();                    //@site initial
    }
}
