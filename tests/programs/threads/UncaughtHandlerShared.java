//@ about: One handler for uncaught exceptions serves two threads, and each of them runs it.
//@ engines: scan run predict
public class UncaughtHandlerShared implements Thread.UncaughtExceptionHandler {
    private int failures;

    @Override
    public void uncaughtException(Thread thread, Throwable problem) {
        failures++;      //~ race(failures) write
        Unseen.at(1);
    }

    public static void main(String[] args) {
        UncaughtHandlerShared handler = new UncaughtHandlerShared();
        Thread first = new Thread(() -> {
            throw new IllegalStateException();
        });
        Thread second = new Thread(() -> {
            Unseen.at(2);
            throw new IllegalStateException();
        });
        first.setUncaughtExceptionHandler(handler);
        second.setUncaughtExceptionHandler(handler);
        first.start();
        second.start();
    }
}
