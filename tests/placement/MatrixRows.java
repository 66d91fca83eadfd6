//@ about: Rows of a matrix are checked row by row, the array of rows once.
class MatrixRows {
    static double sum(double[][] m) {
        double sum = 0;
        for (int i = 0; i < m.length; i++) {
            //~ check(read row[0..j])
            double[] row = m[i];
            for (int j = 0; j < row.length; j++) {
                sum += row[j];
            }
        }
        //~ check(read m[0..i])
        return sum;
    }
}
