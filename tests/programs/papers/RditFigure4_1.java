//@ about: A write is ordered before a read by a flag that both threads handle in untraced methods only.
//@ engines: run predict
//@ paper: RDIT figure 4.1
public class RditFigure4_1 {
    static int x;

    public static void main(String[] args) {
        Untraced flag = new Untraced();
        new Thread(() -> {
            x = 1;
            flag.raise();
        }).start();
        new Thread(() -> {
            flag.await();
            int seen = x;
        }).start();
    }

    /** Stands for code that is not traced; its volatile field orders the threads. */
    static class Untraced {
        private volatile boolean raised;

        void raise() {
            raised = true;
        }

        void await() {
            while (!raised) {
                Thread.onSpinWait();
            }
        }
    }
}
