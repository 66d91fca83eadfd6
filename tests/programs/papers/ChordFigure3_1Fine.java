//@ about: Threads write to objects that they share pairwise, each under the lock of the object itself.
//@ engines: scan run predict lockset
//@ paper: Chord figure 3.1, lock = the written object
public class ChordFigure3_1Fine extends Thread {
    private static ChordFigure3_1Fine[] all;

    private final Data data;
    private final int choice;

    ChordFigure3_1Fine(int choice) {
        this.data = new Data();
        this.choice = choice;
    }

    @Override
    public void run() {
        ChordFigure3_1Fine chosen = all[choice];
        Data shared = chosen.data;
        synchronized (shared) {
            shared.value = choice;
        }
    }

    public static void main(String[] args) {
        all = new ChordFigure3_1Fine[4];
        for (int i = 0; i < all.length; i++) {
            all[i] = new ChordFigure3_1Fine(i / 2);
        }
        for (int i = 0; i < all.length; i++) {
            all[i].start();
        }
    }

    static class Data {
        int value;
    }
}
