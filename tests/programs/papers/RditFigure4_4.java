//@ about: Untraced methods call back into traced code; the flag they handle orders the two callbacks.
//@ engines: run predict
//@ paper: RDIT figure 4.4
public class RditFigure4_4 {
    static int x;

    public static void main(String[] args) {
        Untraced flag = new Untraced();
        new Thread(() -> flag.runAndRaise(() -> {         // a
            int seen = x;
        })).start();
        new Thread(() -> flag.awaitAndRun(() -> {         // d
            x = 1;
        })).start();
    }

    /** Stands for code that is not traced; its volatile field orders the threads. */
    static class Untraced {
        private volatile boolean raised;

        void runAndRaise(Runnable callback) {
            callback.run();
            raised = true;
        }

        void awaitAndRun(Runnable callback) {
            while (!raised) {
                Thread.onSpinWait();
            }
            callback.run();
        }
    }
}
