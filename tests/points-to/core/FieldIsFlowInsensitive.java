//@ about: A field holds all that is ever stored into it, wherever it is read.

public class FieldIsFlowInsensitive {
    public static void main(String[] args) {
        Cell cell = new Cell();
        Object early = cell.value;
        cell.value = new Object();  //@site one
        Object middle = cell.value;
        cell.value = new Object();  //@site two
        Expect.pointsTo(early, "one", "two");
        Expect.pointsTo(middle, "one", "two");
    }
}

class Cell {
    Object value;
}
