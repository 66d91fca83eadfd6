//@ about: A record's components are final, but the object that one of them refers to is shared and mutable.
//@ engines: scan run predict
public class RecordOfMutables {
    static class Cell {
        int value;
    }

    record Pair(Cell left, Cell right) {
    }

    public static void main(String[] args) {
        Pair pair = new Pair(new Cell(), new Cell());
        new Thread(() -> {
            pair.left().value = 1;      //~ race(value) write
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            pair.right().value = 2;
            Unseen.at(2);
            int seen = pair.left().value;      //~ race(value) read
        }).start();
    }
}
