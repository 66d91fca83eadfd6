/** Products of loop variables, computed again where the loop is left: they do not stay the same. */
class ProductsOfLoops {
    int[] data;

    int left(int n, int m) {
        for (int i = 0; i < n; i++) {
            //~ check(write this.data[i*j])
            for (int j = m; j >= 0; j--) {
                try {
                    if (j == n) {
                        //~ check(read this.data, write this.data[i*j])
                        return 1;
                    }
                } finally {
                    data[i * j] = m;
                }
            }
        }
        //~ check(read this.data)
        return 0;
    }
}
