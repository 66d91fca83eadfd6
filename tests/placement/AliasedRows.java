/** Rows of matrices, products in indices, and statics that loops access. */
class AliasedRows {
    int[][] rows;
    static int total;
    AliasedRows next;
    int count;
    int[] values;

    static void each(int[][] a, int n, int m) {
        //~ check(read a[i-1], write a[i][0..j])
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                a[i][j] = 1;
            }
        }
    }

    void own(int n, int m) {
        //~ check(read this.rows[i-1], write this.rows[i][0..j])
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                rows[i][j] = 1;
            }
        }
        //~ check(read this.rows)
    }

    static void flat(int[] a, int n, int m) {
        //~ check(write a[i*m..j+i*m])
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                a[i * m + j] = a[i * m + j] + 1;
            }
        }
    }

    static void sum(int[] a) {
        for (int i = 0; i < a.length; i++) {
            total += a[i];
        }
        //~ check(read AliasedRows.total, read a[0..i], write AliasedRows.total)
    }

    void count(int n) {
        for (int i = 0; i < n; i++) {
            next.count++;
            next.values[i] = next.count;
        }
        //~ check(read this.next, read this.next.count, write this.next.count, read this.next.values, write this.next.values[0..i])
    }
}
