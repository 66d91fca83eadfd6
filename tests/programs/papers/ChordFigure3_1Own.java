//@ about: Every thread writes without a lock to the object that its own thread object alone refers to.
//@ engines: scan run predict lockset
//@ paper: Chord figure 3.1, thrd = this
public class ChordFigure3_1Own extends Thread {
    private static ChordFigure3_1Own[] all;

    private final Data data;

    ChordFigure3_1Own() {
        this.data = new Data();
    }

    @Override
    public void run() {
        Data own = this.data;
        own.value = 1;
    }

    public static void main(String[] args) {
        all = new ChordFigure3_1Own[4];
        for (int i = 0; i < all.length; i++) {
            all[i] = new ChordFigure3_1Own();
        }
        for (int i = 0; i < all.length; i++) {
            all[i].start();
        }
    }

    static class Data {
        int value;
    }
}
