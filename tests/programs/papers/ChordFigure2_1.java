//@ about: Of two boxed integers one is always used under its box's lock, the other is polled and set without any.
//@ engines: scan run predict lockset
//@ paper: Chord figure 2.1
public class ChordFigure2_1 extends Thread {
    private final Box done;
    private final Box work;
    private final int firstPoint;

    ChordFigure2_1(Box done, Box work, int firstPoint) {
        this.done = done;
        this.work = work;
        this.firstPoint = firstPoint;
    }

    @Override
    public void run() {
        Unseen.at(firstPoint);
        synchronized (work) {
            work.get();
        }
        done.set(1);
        Unseen.at(firstPoint + 1);
    }

    public static void main(String[] args) {
        Box done = new Box();
        Box work = new Box();
        for (int i = 0; i < 2; i++) {
            new ChordFigure2_1(done, work, 2 + 2 * i).start();
        }
        for (int round = 0; round < 2 && done.get() == 0; round++) {
            synchronized (work) {
                work.set(round);
            }
            Unseen.at(1);
            Unseen.at(6);
        }
    }

    static class Box {
        private final Cell cell;

        Box() {
            cell = new Cell();
        }

        int get() {
            return cell.get();
        }

        void set(int value) {
            cell.set(value);
        }
    }

    static class Cell {
        private int value;

        Cell() {
            this.value = 0;
        }

        int get() {
            return value;      //~ race(value) read
        }

        void set(int value) {
            this.value = value;      //~ race(value) write
        }
    }
}
