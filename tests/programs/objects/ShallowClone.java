//@ about: A shallow clone shares the original's array.
//@ engines: scan run predict

public class ShallowClone {
    static final class Grid implements Cloneable {
        private final int[] cells = new int[4];

        @Override
        public Grid clone() {
            try {
                return (Grid) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) {
        Grid grid = new Grid();
        Grid copy = grid.clone();
        new Thread(() -> {
            copy.cells[0] = 1;    //~ race(cells) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = grid.cells[0];    //~ race(cells) read
    }
}
