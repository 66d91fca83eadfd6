//@ about: The cause of an exception is what its constructor was given.

public class ExceptionCause {
    public static void main(String[] args) {
        Exception cause = new Exception("cause");       //@site cause
        Exception other = new Exception("other");       //@site other
        Expect.neverPointsTo(cause, "other");
        Exception wrapped = new RuntimeException("wrapped", cause);
        Expect.mayPointTo(wrapped.getCause(), "cause");
        Exception second = new RuntimeException(other);
        Expect.mayPointTo(second.getCause(), "other");
        Expect.fromK(1).neverPointsTo(second.getCause(), "cause");
        Exception late = new IllegalStateException();
        late.initCause(cause);
        Expect.mayPointTo(late.getCause(), "cause");
    }
}
