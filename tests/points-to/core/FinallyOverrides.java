//@ about: A return in a finally block hides what the try block throws and returns.

public class FinallyOverrides {
    public static void main(String[] args) {
        Object result = get(args.length);
        Expect.pointsTo(result, "final");
    }

    @SuppressWarnings("finally")
    static Object get(int which) {
        try {
            if (which > 0) {
                throw new IllegalStateException();
            }
            return new Object();
        } finally {
            return new Object();        //@site final
        }
    }
}
