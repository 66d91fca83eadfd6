//@ about: A store through a variable with two targets reaches both of them.

public class FieldOfUnknownReceiver {
    public static void main(String[] args) {
        Cell one = new Cell();
        Cell two = new Cell();
        Cell three = new Cell();
        Cell some = args.length > 0 ? one : two;
        some.value = new Object();  //@site stored
        Expect.pointsTo(one.value, "stored");
        Expect.pointsTo(two.value, "stored");
        Expect.pointsToNothing(three.value);
    }
}

class Cell {
    Object value;
}
