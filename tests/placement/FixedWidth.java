//@ about: Rows of a known width need no base.
class FixedWidth {
    static int sum(int[] m, int rows) {
        int sum = 0;
        for (int i = 0; i < rows; i++) {
            //~ check(read m[8*i-8..j+8*i-8])
            for (int j = 0; j < 8; j++) {
                sum += m[i * 8 + j];
            }
        }
        return sum;
    }
}
