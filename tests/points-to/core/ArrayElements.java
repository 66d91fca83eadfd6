//@ about: The elements of one array are one variable; two arrays have two.

public class ArrayElements {
    public static void main(String[] args) {
        Object[] one = new Object[2];       //@site array
        Object[] two = new Object[2];
        one[0] = new Object();              //@site a
        one[1] = new Object();              //@site b
        two[0] = new Object();              //@site c
        Expect.pointsTo(one, "array");
        Expect.pointsTo(one[0], "a", "b");
        Expect.pointsTo(one[1], "a", "b");
        Expect.pointsTo(two[0], "c");
        Object[] literal = {one, two};
        Expect.mayPointTo(literal[0], "array");
        Expect.distinct(one, two);
    }
}
