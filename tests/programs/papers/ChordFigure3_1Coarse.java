//@ about: Threads write to objects that they share pairwise, all under the one lock of a global array.
//@ engines: scan run predict lockset
//@ paper: Chord figure 3.1, lock = the global array
public class ChordFigure3_1Coarse extends Thread {
    private static ChordFigure3_1Coarse[] all;

    private final Data data;
    private final int choice;

    ChordFigure3_1Coarse(int choice) {
        this.data = new Data();
        this.choice = choice;
    }

    @Override
    public void run() {
        ChordFigure3_1Coarse chosen = all[choice];
        Data shared = chosen.data;
        synchronized (all) {
            shared.value = choice;
        }
    }

    public static void main(String[] args) {
        all = new ChordFigure3_1Coarse[4];
        for (int i = 0; i < all.length; i++) {
            all[i] = new ChordFigure3_1Coarse(i / 2);
        }
        for (int i = 0; i < all.length; i++) {
            all[i].start();
        }
    }

    static class Data {
        int value;
    }
}
