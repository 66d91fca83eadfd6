//@ about: Threads start while the array from which they choose is still being filled, so its elements race.
//@ engines: scan run predict
//@ paper: Chord figure 3.1 with its single loop, which the thesis does not discuss
public class ChordFigure3_1AsPrinted extends Thread {
    private static ChordFigure3_1AsPrinted[] all;

    private final Data data;
    private final int choice;

    ChordFigure3_1AsPrinted(int choice) {
        this.data = new Data();
        this.choice = choice;
    }

    @Override
    public void run() {
        Unseen.at(2);
        ChordFigure3_1AsPrinted chosen = all[choice];      //~ race(all) read
        if (chosen != null) {
            Data shared = chosen.data;
            synchronized (chosen) {
                shared.value = choice;
            }
        }
    }

    public static void main(String[] args) {
        all = new ChordFigure3_1AsPrinted[2];
        for (int i = 0; i < 2; i++) {
            ChordFigure3_1AsPrinted thread = new ChordFigure3_1AsPrinted(1);
            all[i] = thread;      //~ race(all) write
            thread.start();
        }
        Unseen.at(1);
    }

    static class Data {
        int value;
    }
}
