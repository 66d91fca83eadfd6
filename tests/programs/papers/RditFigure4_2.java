//@ about: Six untraced calls order the first two of four threads and the last two, but not one pair with the other.
//@ engines: run predict
//@ paper: RDIT figure 4.2
public class RditFigure4_2 {
    static int p;
    static int q;
    static int r;
    static int s;
    static int x;

    public static void main(String[] args) {
        Untraced ac = new Untraced();
        Untraced cb = new Untraced();
        Untraced df = new Untraced();
        Untraced fe = new Untraced();
        new Thread(() -> {
            p = 1;
            ac.raise();                       // a
            cb.await();                       // b
            int seen = q;
        }).start();
        new Thread(() -> {
            q = 1;
            Untraced.relay(ac, cb);           // c
            int seen = p;
            x = 1;      //~ race(x) write
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            r = 1;
            df.raise();                       // d
            fe.await();                       // e
            int seen = s;
        }).start();
        new Thread(() -> {
            s = 1;
            Untraced.relay(df, fe);           // f
            int seen = r;
            Unseen.at(2);
            int other = x;      //~ race(x) read
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
