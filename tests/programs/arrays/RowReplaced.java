//@ about: One thread replaces a row of a grid while another fetches the row's length: the slot races, no number does.
//@ engines: scan run predict
public class RowReplaced {
    public static void main(String[] args) {
        int[][] grid = new int[2][4];
        new Thread(() -> {
            grid[1] = new int[8];      //~ race(grid) write
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            int length = grid[1].length;      //~ race(grid) read
        }).start();
    }
}
