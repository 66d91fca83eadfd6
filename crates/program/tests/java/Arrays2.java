import java.util.Arrays;

/** Arrays of all types: elements, compound assignments, dimensions, covariance, copies. */
public class Arrays2 {
    static int next;
    static int index() { return next++; }
    static long[] longs = {1, 2, 3};
    double[] doubles = {1, 2, 3};

    public static void main(String[] args) {
        boolean[] z = {true, false, true};
        byte[] b = new byte[3];
        z[1] |= z[0];
        z[0] ^= z[2];
        b[0] = (byte) 200;
        System.out.println(z[0] + " " + z[1] + " " + b[0] + Arrays.toString(z) + Arrays.toString(b));
        int i = 0;
        long[] l = {10, 20, 30};
        l[i++] += 5;
        l[i++] <<= 2;
        l[i] = l[i - 1] = l[0] *= 3;
        System.out.println(Arrays.toString(l) + i);
        double[] d = new double[4];
        d[index()] += d[index()] = d[index()] -= 1.5;
        System.out.println(Arrays.toString(d) + next);
        System.out.println(d[3]++ + " " + ++d[3] + " " + d[3]-- + " " + --d[3]);
        Arrays2 o = new Arrays2();
        o.doubles[1] = o.doubles[2] += longs[1]++ + --longs[0];
        System.out.println(Arrays.toString(o.doubles) + Arrays.toString(longs));
        float[] f = {1.5f};
        f[0] /= 0;
        char[] c = "hello".toCharArray();
        c[0] -= 32;
        short[] s = {1, 2};
        s[0] = s[1]++;
        System.out.println(f[0] + new String(c) + s[0] + s[1]);
        int[][] jagged = {{1}, {2, 3}, {}, null, {4, 5, 6}};
        int sum = 0;
        for (int[] row : jagged) if (row != null) for (int x : row) sum = sum * 10 + x;
        System.out.println(sum + " " + jagged.length + jagged[2].length);
        int[][][] cube = new int[2][3][];
        cube[1][2] = new int[] {7, 8};
        cube[1][2][1] += cube[1][2][0]++;
        System.out.println(Arrays.deepToString(cube));
        String[][] text = new String[2][2];
        text[0][1] = text[1][0] = "x";
        text[1][0] += 5 + 'c';
        System.out.println(Arrays.deepToString(text));
        long[][] grid = new long[3][4];
        for (int r = 0; r < 3; r++) for (int q = 0; q < 4; q++) grid[r][q] += r * q - (grid[r][q]++ + ++grid[2 - r][q]);
        System.out.println(Arrays.deepToString(grid));
        Object[] objects = new Integer[2];
        try { objects[0] = "no"; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        objects[0] = 5;
        Number[] numbers = (Number[]) objects;
        System.out.println(numbers[0] + " " + (objects instanceof Integer[]) + ((Object) jagged instanceof Object[]) + ((Object) l instanceof long[]));
        try { Double[] no = (Double[]) objects; } catch (ClassCastException e) { System.out.println("cast"); }
        int[] clone = jagged[4].clone();
        clone[0] = 9;
        System.out.println(jagged[4][0] + clone[0] + " " + clone.equals(jagged[4]) + Arrays.equals(clone, jagged[4]));
        System.arraycopy(clone, 0, clone, 1, 2);
        System.out.println(Arrays.toString(clone));
        int[] sorted = {5, 3, 9, -1, 4, 0, 3};
        Arrays.sort(sorted);
        System.out.println(Arrays.toString(sorted) + Arrays.binarySearch(sorted, 4) + Arrays.hashCode(sorted));
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, (x, y) -> y - x);
        System.out.println(Arrays.asList(boxed) + " " + Arrays.toString(Arrays.copyOf(boxed, 5)) + Arrays.toString(Arrays.copyOfRange(sorted, 2, 4)));
        System.out.println(varargs() + varargs(1) + varargs(1, 2, 3) + varargs(new int[] {4, 5}) + mixed("a", "b", null) + mixed("z"));
        System.out.println(int[].class.getName() + " " + String[][].class.getName() + " " + new long[0].getClass().getSimpleName());
        int[] a = {0, 0, 0};
        int k = 0;
        a[k] = k = 2;
        a[k] = k++ + ++k;
        System.out.println(Arrays.toString(a) + k);
        try { a[k] = k = 0; } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage() + k); }
        int[] none = null;
        try { none[index()] = index(); } catch (NullPointerException e) { System.out.println(next); }
    }

    static int varargs(int... xs) { int s = xs.length * 100; for (int x : xs) s += x; return s; }
    static String mixed(String first, Object... rest) { return first + rest.length + (rest.length > 1 ? rest[1] : "-"); }
}
