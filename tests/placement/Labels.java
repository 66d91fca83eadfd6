//@ about: Breaks and continues that name an outer loop.
class Labels {
    static boolean has(int[][] rows, int wanted) {
        boolean found = false;
        outer:
        for (int i = 0; i < rows.length; i++) {
            //~ check(read row[0..j])
            int[] row = rows[i];
            for (int j = 0; j < row.length; j++) {
                if (row[j] == wanted) {
                    found = true;
                    break outer;
                    //~ check(read rows[i], read row[0..j+1])
                }
            }
        }
        //~ check(read rows[0..i])
        return found;
    }

    static int clean(int[][] rows) {
        int count = 0;
        outer:
        for (int i = 0; i < rows.length; i++) {
            //~ check(read row[0..j])
            int[] row = rows[i];
            for (int j = 0; j < row.length; j++) {
                if (row[j] != 0) {
                    continue outer;
                    //~ check(read row[j])
                }
            }
            count++;
        }
        //~ check(read rows[0..i])
        return count;
    }
}
