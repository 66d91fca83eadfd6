//@ about: Untraced methods handle a flag in each thread, but not the same one, so nothing orders write and read.
//@ engines: scan run predict
//@ paper: RDIT figure 4.1, where the untraced methods share no data
public class RditFigure4_1TwoFlags {
    static int x;

    public static void main(String[] args) {
        Untraced one = new Untraced();
        Untraced other = new Untraced();
        other.raise();
        new Thread(() -> {
            x = 1;      //~ race(x) write
            one.raise();
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            other.await();
            int seen = x;      //~ race(x) read
        }).start();
    }

    /** Stands for code that is not traced; its volatile field would order threads that share an instance. */
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
