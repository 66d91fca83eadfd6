//@ about: An array of arrays is an object that holds other arrays.

public class MultiArray {
    public static void main(String[] args) {
        A[][] grid = new A[2][2];       //@site outer=A[][] inner=A[]
        A[] row = grid[1];
        Expect.pointsTo(grid, "outer");
        Expect.pointsTo(row, "inner");
        Expect.pointsTo(row[0], "element");
        A[][] other = new A[2][];       //@site lonely
        Expect.pointsTo(other, "lonely");
        Expect.pointsTo(other[0], "inner");
        other[0] = row;
        row[0] = new A();               //@site element
        Expect.pointsTo(grid[0][0], "element");
        Expect.pointsTo(other[1], "inner");
    }
}

class A {
}
