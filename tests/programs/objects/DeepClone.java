//@ about: A thread works on a deep clone that was made before it started.
//@ engines: scan run predict

public class DeepClone {
    static final class Grid implements Cloneable {
        private int[] cells = new int[4];

        @Override
        public Grid clone() {
            try {
                Grid copy = (Grid) super.clone();
                copy.cells = cells.clone();
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) {
        Grid grid = new Grid();
        Grid copy = grid.clone();
        new Thread(() -> copy.cells[0] = 1).start();
        int seen = grid.cells[0];
    }
}
