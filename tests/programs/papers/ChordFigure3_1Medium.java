//@ about: Threads write to objects that they share pairwise, each under the lock of the object's only owner.
//@ engines: scan run predict lockset
//@ paper: Chord figure 3.1, lock = the chosen thread object
public class ChordFigure3_1Medium extends Thread {
    private static ChordFigure3_1Medium[] all;

    private final Data data;
    private final int choice;

    ChordFigure3_1Medium(int choice) {
        this.data = new Data();
        this.choice = choice;
    }

    @Override
    public void run() {
        ChordFigure3_1Medium chosen = all[choice];
        Data shared = chosen.data;
        synchronized (chosen) {
            shared.value = choice;
        }
    }

    public static void main(String[] args) {
        all = new ChordFigure3_1Medium[4];
        for (int i = 0; i < all.length; i++) {
            all[i] = new ChordFigure3_1Medium(i / 2);
        }
        for (int i = 0; i < all.length; i++) {
            all[i].start();
        }
    }

    static class Data {
        int value;
    }
}
