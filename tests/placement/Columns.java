//@ about: A column of a flat matrix is a range with steps.
class Columns {
    static int sum(int[] m, int column) {
        int sum = 0;
        for (int i = 0; i < 16; i++) {
            sum += m[i * 16 + column];
        }
        //~ check(read m[column..column+16*i:16])
        return sum;
    }
}
