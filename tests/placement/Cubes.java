//@ about: Arrays of arrays of arrays: each level has its own checks.
class Cubes {
    static int sum(int[][][] cube, int x, int y, int z) {
        //~ check(read cube[x], read cube[x][y], read cube[x][y][z])
        return cube[x][y][z];
    }

    static int[][] make(int n) {
        int[][] made = new int[n][n];
        made[0][0] = 1;
        //~ check(read made[0], write made[0][0])
        return made;
    }

    static void rows(int[][] m, int n) {
        for (int i = 0; i < n; i++) {
            //~ check(read row[1], write row[0])
            int[] row = m[i];
            row[0] = row[1];
        }
        //~ check(read m[0..i])
    }
}
