//@ about: A thread locks an element of an array and uses what is there later: another thread replaced it.
//@ engines: scan

public class ElementReplaced {
    static class Cell {
        int value;
    }

    public static void main(String[] args) {
        Cell[] cells = {new Cell(), new Cell()};
        new Thread(() -> {
            synchronized (cells[0]) {    //~ race(cells) read
                cells[0].value++;    //~ race(value) write
            }
        }).start();
        cells[0] = cells[1];    //~ race(cells) write
        synchronized (cells[1]) {
            cells[1].value++;    //~ race(value) write
        }
    }
}
