//@ about: A static field is written before the first thread starts and only read afterwards.
//@ engines: scan run predict lockset
//@ paper: Chord figure 2.4
public class ChordFigure2_4 extends Thread {
    private static int limit;

    @Override
    public void run() {
        int seen = limit;
        if (seen != 7) {
            throw new AssertionError(seen);
        }
    }

    public static void main(String[] args) {
        limit = 7;
        for (int i = 0; i < 3; i++) {
            new ChordFigure2_4().start();
        }
    }
}
