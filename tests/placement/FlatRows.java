//@ about: Rows of a matrix that lies flat are ranges with a base.
class FlatRows {
    static void clear(int[] m, int rows, int columns) {
        for (int i = 0; i < rows; i++) {
            //~ check(write m[base..base+j])
            int base = i * columns;
            for (int j = 0; j < columns; j++) {
                m[base + j] = 0;
            }
        }
    }
}
