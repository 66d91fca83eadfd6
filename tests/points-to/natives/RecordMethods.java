//@ about: The generated methods of a record call those of its components.

public class RecordMethods {
    public static void main(String[] args) {
        Part part = new Part();                 //@site part
        Whole one = new Whole(part, 1);
        Whole two = new Whole(part, 2);
        Expect.calls("Whole.hashCode");
        one.hashCode();
        Expect.calls("Whole.equals");
        one.equals(two);
        Expect.calls("Whole.toString");
        one.toString();
        Expect.reachable("Part.hashCode", "Part.equals", "Part.toString");
    }
}

record Whole(Part part, int number) {
}

class Part {
    @Override
    public int hashCode() {
        Expect.pointsTo(this, "part");
        return 1;
    }

    @Override
    public boolean equals(Object that) {
        Expect.pointsTo(that, "part");
        return that == this;
    }

    @Override
    public String toString() {
        return "part";
    }
}
