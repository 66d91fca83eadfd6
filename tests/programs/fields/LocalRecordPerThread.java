//@ about: Each thread makes a local record around an object of its own.
//@ engines: scan run predict
public class LocalRecordPerThread {
    static class Cell {
        int value;
    }

    static void work(int start) {
        record Job(Cell cell, int start) {
            void run() {
                cell.value = start;
                cell.value++;
            }
        }
        new Job(new Cell(), start).run();
    }

    public static void main(String[] args) {
        new Thread(() -> work(1)).start();
        new Thread(() -> work(2)).start();
    }
}
