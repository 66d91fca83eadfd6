//@ about: Two lambdas at two places capture two things, and a call reaches only its own.

import java.util.function.Supplier;

public class CapturePerSite {
    public static void main(String[] args) {
        Object a = new Object();                    //@site a
        Object b = new Object();                    //@site b
        Supplier<Object> one = () -> a;             //@site one
        Supplier<Object> two = () -> b;             //@site two
        Expect.pointsTo(one.get(), "a");
        Expect.pointsTo(two.get(), "b");
        Supplier<Object> any = args.length > 0 ? one : two;
        Expect.calls("lambda:one", "lambda:two");
        Object both = any.get();
        Expect.pointsTo(both, "a", "b");
    }
}
