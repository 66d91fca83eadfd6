//@ about: Each thread fills its own row of a two-dimensional array.
//@ engines: scan run predict
public class RowPerThread {
    static void fill(int[][] grid, int row) {
        for (int column = 0; column < grid[row].length; column++) {
            grid[row][column] = row;      //~ FP[scan] race(grid) write: scan does not tell the rows of a grid apart
        }
    }

    public static void main(String[] args) {
        int[][] grid = new int[2][8];
        new Thread(() -> fill(grid, 0)).start();
        new Thread(() -> fill(grid, 1)).start();
    }
}
