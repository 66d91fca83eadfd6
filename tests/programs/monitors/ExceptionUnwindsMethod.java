//@ about: An exception that leaves a synchronized method releases the lock, and the next thread takes it.
//@ engines: scan run predict lockset
public class ExceptionUnwindsMethod {
    private int value;

    synchronized void change(int by) {
        value += by;
        if (by < 0) {
            throw new IllegalArgumentException();
        }
    }

    void tryChange(int by) {
        try {
            change(by);
        } catch (IllegalArgumentException e) {
            change(1);
        }
    }

    public static void main(String[] args) {
        ExceptionUnwindsMethod shared = new ExceptionUnwindsMethod();
        new Thread(() -> shared.tryChange(-1)).start();
        new Thread(() -> shared.tryChange(-2)).start();
    }
}
