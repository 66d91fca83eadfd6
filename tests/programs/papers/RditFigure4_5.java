//@ about: Two untraced calls that share no data are ordered through a third thread's untraced call.
//@ engines: run predict
//@ paper: RDIT figure 4.5
public class RditFigure4_5 {
    static int x;

    public static void main(String[] args) {
        Untraced first = new Untraced();
        Untraced second = new Untraced();
        new Thread(() -> {
            x = 1;
            first.raise();                            // c
        }).start();
        new Thread(() -> {
            Untraced.relay(first, second);            // f
        }).start();
        new Thread(() -> {
            second.await();                           // e
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

        static void relay(Untraced in, Untraced out) {
            in.await();
            out.raise();
        }
    }
}
