//@ about: Main polls isAlive until the thread has ended, which orders the thread's writes before main's read.
//@ engines: scan run predict
public class IsAlive {
    static int result;

    public static void main(String[] args) {
        Thread child = new Thread(() -> {
            result = 1;
        });
        child.start();
        while (child.isAlive()) {
            Thread.onSpinWait();
        }
        int seen = result;
    }
}
