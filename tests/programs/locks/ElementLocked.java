//@ about: Threads lock an element of an array that is filled before they start, and use it by a second load.
//@ engines: scan run predict lockset

public class ElementLocked {
    static class Cell {
        int value;
    }

    public static void main(String[] args) {
        Cell[] cells = {new Cell(), new Cell()};
        for (int i = 0; i < 2; i++) {
            int chosen = i % cells.length;
            new Thread(() -> {
                synchronized (cells[chosen]) {
                    cells[chosen].value++;
                }
                synchronized (cells[1]) {
                    cells[1].value++;
                }
            }).start();
        }
    }
}
