//@ about: The inner loop of a triangle begins where the outer one is.
class Triangular {
    static int pairs(int[] a, int n) {
        int count = 0;
        for (int i = 0; i < n; i++) {
            //~ check(read a[i..j])
            int own = a[i];
            for (int j = i + 1; j < n; j++) {
                if (a[j] == own) {
                    count++;
                }
            }
        }
        //~ check(read a[0..i])
        return count;
    }

    static void lower(double[][] m, int n) {
        for (int i = 0; i < n; i++) {
            //~ check(write row[0..j])
            double[] row = m[i];
            for (int j = 0; j <= i; j++) {
                row[j] = 0;
            }
        }
        //~ check(read m[0..i])
    }
}
