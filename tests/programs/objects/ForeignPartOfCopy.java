//@ about: A thread's own copy of an array has the elements of the original.
//@ engines: scan run predict
public class ForeignPartOfCopy {
    static class Cell {
        int value;
    }

    static volatile Cell[] cells;

    public static void main(String[] args) {
        new Thread(() -> {
            Cell[] made = {new Cell()};
            cells = made;
            Unseen.at(1);
            Unseen.at(3);
            made[0].value = 1;                         //~ race(value) write
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            Cell[] copy = cells.clone();
            copy[0].value = 2;                         //~ race(value) write
        }).start();
    }
}
