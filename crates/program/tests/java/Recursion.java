import java.util.*;

/** Algorithms: recursion, backtracking, sorting, memoising, mutual recursion. */
public class Recursion {
    static int queens(int n, int row, int cols, int d1, int d2) {
        if (row == n) return 1;
        int count = 0;
        for (int free = ~(cols | d1 | d2) & (1 << n) - 1; free != 0; ) { int bit = free & -free; free ^= bit; count += queens(n, row + 1, cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1); }
        return count;
    }
    static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
    static boolean even(int n) { return n == 0 || odd(n - 1); }
    static boolean odd(int n) { return n != 0 && even(n - 1); }
    static void hanoi(int n, char a, char b, char c, StringBuilder out) { if (n == 0) return; hanoi(n - 1, a, c, b, out); out.append(a).append(c); hanoi(n - 1, b, a, c, out); }
    static void quick(double[] a, int lo, int hi) {
        if (lo >= hi) return;
        double pivot = a[lo + hi >>> 1];
        int i = lo, j = hi;
        while (i <= j) { while (a[i] < pivot) i++; while (a[j] > pivot) j--; if (i <= j) { double t = a[i]; a[i++] = a[j]; a[j--] = t; } }
        quick(a, lo, j); quick(a, i, hi);
    }
    static long[] memo = new long[100];
    static long paths(int n) { if (n < 2) return 1; if (memo[n] != 0) return memo[n]; return memo[n] = paths(n - 1) + paths(n - 2) * 2 - (n > 50 ? paths(n - 3) : 0); }
    static void permute(String s, String rest, List<String> out) { if (rest.isEmpty()) { out.add(s); return; } for (int i = 0; i < rest.length(); i++) permute(s + rest.charAt(i), rest.substring(0, i) + rest.substring(i + 1), out); }
    static int[] sieve(int n) { boolean[] c = new boolean[n + 1]; int count = 0; outer: for (int i = 2; i <= n; i++) { if (c[i]) continue outer; count++; for (long j = (long) i * i; j <= n; j += i) c[(int) j] = true; } int[] r = new int[count]; for (int i = 2, k = 0; i <= n; i++) if (!c[i]) r[k++] = i; return r; }
    static int edit(String a, String b) {
        int[][] t = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) for (int j = 0; j <= b.length(); j++)
            t[i][j] = i == 0 ? j : j == 0 ? i : Math.min(Math.min(t[i - 1][j], t[i][j - 1]) + 1, t[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
        return t[a.length()][b.length()];
    }
    static int pos; static String src;
    static double expr() { double v = term(); while (pos < src.length()) { char c = src.charAt(pos); if (c == '+') { pos++; v += term(); } else if (c == '-') { pos++; v -= term(); } else break; } return v; }
    static double term() { double v = factor(); for (;;) { if (pos >= src.length()) return v; switch (src.charAt(pos)) { case '*': pos++; v *= factor(); continue; case '/': pos++; v /= factor(); break; default: return v; } } }
    static double factor() {
        if (src.charAt(pos) == '-') { pos++; return -factor(); }
        if (src.charAt(pos) == '(') { pos++; double v = expr(); pos++; return v; }
        int start = pos; while (pos < src.length() && (Character.isDigit(src.charAt(pos)) || src.charAt(pos) == '.')) pos++;
        return Double.parseDouble(src.substring(start, pos));
    }
    static double eval(String s) { src = s; pos = 0; return expr(); }
    static char[][] life(char[][] g) { int n = g.length; char[][] r = new char[n][n]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { int c = 0; for (int di = -1; di <= 1; di++) for (int dj = -1; dj <= 1; dj++) if ((di != 0 || dj != 0) && g[(i + di + n) % n][(j + dj + n) % n] == '#') c++; r[i][j] = c == 3 || c == 2 && g[i][j] == '#' ? '#' : '.'; } return r; }

    public static void main(String[] args) {
        System.out.println(queens(6, 0, 0, 0, 0) + " " + ackermann(2, 5) + " " + even(50) + odd(51));
        StringBuilder sb = new StringBuilder(); hanoi(4, 'a', 'b', 'c', sb); System.out.println(sb);
        double[] d = new double[40]; for (int i = 0; i < d.length; i++) d[i] = (i * 7919 % 101) / 3.0; quick(d, 0, d.length - 1); System.out.println(Arrays.toString(d));
        System.out.println(paths(80)); List<String> out = new ArrayList<>(); permute("", "abcd", out); System.out.println(out);
        System.out.println(Arrays.toString(sieve(100)) + edit("kitten", "sitting"));
        System.out.println(eval("1+2*3") + " " + eval("(1.5-4)*-2/(3-0.5)") + " " + eval("1/0") + " " + eval("2*(3+4)*5-6/4"));
        char[][] g = new char[6][6]; for (char[] row : g) Arrays.fill(row, '.'); g[0][1] = g[1][2] = g[2][0] = g[2][1] = g[2][2] = '#';
        for (int k = 0; k < 5; k++) g = life(g); for (char[] row : g) System.out.println(new String(row));
    }
}
