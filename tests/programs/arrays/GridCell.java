//@ about: One thread fills a row of a grid, another a column; they meet in one cell.
//@ engines: scan run predict
public class GridCell {
    public static void main(String[] args) {
        int[][] grid = new int[3][3];
        new Thread(() -> {
            for (int column = 0; column < 3; column++) {
                grid[1][column] = 1;      //~ race(grid) write
            }
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            for (int row = 0; row < 3; row++) {
                grid[row][2] = 2;      //~ race(grid) write
            }
        }).start();
    }
}
