//@ about: Two untraced calls overlap in time and shake hands, which orders accesses in both directions.
//@ engines: run predict
//@ paper: RDIT figure 4.3
public class RditFigure4_3 {
    static int request;
    static int answer;

    public static void main(String[] args) {
        Untraced turn = new Untraced();
        new Thread(() -> {
            request = 1;
            turn.setAndAwait(1, 2);           // a
            int seen = answer;
        }).start();
        new Thread(() -> {
            answer = 2;
            turn.awaitAndSet(1, 2);           // d
            int seen = request;
        }).start();
    }

    /** Stands for code that is not traced; its volatile field orders the threads. */
    static class Untraced {
        private volatile int value;

        void setAndAwait(int set, int awaited) {
            value = set;
            while (value != awaited) {
                Thread.onSpinWait();
            }
        }

        void awaitAndSet(int awaited, int set) {
            while (value != awaited) {
                Thread.onSpinWait();
            }
            value = set;
        }
    }
}
