/** Two-word values: dup2 in its forms, compound assignments, arguments, merges, swaps. */
public class WideStack {
    long l; double d; static long sl; static double sd; int i; float f; Long boxed = 5L; Integer small = 3;
    static int calls;
    WideStack me() { calls++; return this; }
    static long[] la = new long[4]; static double[] da = new double[4];
    static long[] arr() { calls += 10; return la; }
    static int ix(int k) { calls += 100; return k; }

    public static void main(String[] args) {
        WideStack w = new WideStack();
        long a, b, c;
        a = b = c = 1L << 35;
        double x, y;
        x = y = a += 5;
        System.out.println(a + " " + b + " " + c + " " + x + " " + y);
        w.l = w.me().l = sl = a++;
        w.d = sd = w.me().d += 1.5;
        System.out.println(w.l + " " + sl + " " + w.d + " " + sd + " " + a + " " + calls);
        System.out.println(w.l++ + " " + ++w.l + " " + w.me().l-- + " " + --w.me().l + " " + sl++ + " " + --sd + " " + w.d++);
        arr()[ix(1)] += arr()[ix(0)] = 7;
        arr()[ix(2)]++;
        System.out.println(arr()[ix(1)]++ + " " + --arr()[ix(2)] + " " + (la[3] = la[1] = 9) + " " + calls);
        da[1] = da[0] += da[2]-- - 0.5;
        System.out.println(da[0] + " " + da[1] + " " + da[2] + " " + (da[3] *= 2) + ++da[3]);
        w.i = w.me().i += 3.99;
        w.f = w.me().f = w.i++ * 1.5f;
        System.out.println(w.i + " " + w.f + " " + w.f-- + " " + (w.f /= 2));
        w.boxed++; w.boxed += 3; Long old = w.boxed--; w.small <<= 2; w.small++; Integer post = w.me().small++;
        System.out.println(w.boxed + " " + old + " " + w.small + " " + post + " " + ++w.me().boxed);
        System.out.println(mix(1, 2L, 3, 4.0, 5, 6f, 7L, (byte) 8, 'c', true));
        System.out.println(mix(ix(1), sl > 0 ? sl : 2, 3, sd < 0 ? 1.0 : sd, (int) sl, sl, sl << 3, (byte) sl, (char) (sl + 40), sl != 0));
        for (int k = 0; k < 4; k++) System.out.println(cond(k, k * 1.5, 1L << k) + " " + (k > 1 ? sl : k > 0 ? w.i : 'x') + " " + (k == 2 ? 1 : 2.5f));
        System.out.println(loop(10) + " " + swap(5, 9) + " " + gcd(1071L << 20, 462L << 20) + " " + pow(1.0001, 1000) + " " + fib(50));
        int p = 5;
        p = p++ + ++p * p-- - --p;
        p += p++ + (p = 3) * p;
        System.out.println(p);
        long q = 3;
        q = q++ * q + (q -= 2) - (q = 7) + q--;
        q ^= q << 13; q ^= q >>> 7; q ^= q << 17;
        System.out.println(q);
        new WideStack().l++;
        new long[] {1}[0]++;
    }

    static String mix(int a, long b, int c, double d, int e, float f, long g, byte h, char i, boolean j) { return "" + a + b + c + d + e + f + g + h + i + j; }
    static double cond(int k, double d, long l) {
        double r = k % 2 == 0 ? (k == 0 ? d : l) : (l > 3 ? l * 2 : d - 1);
        long m = k > 1 ? l : (long) d;
        return r + m + (k < 2 ? m : r);
    }
    static long loop(int n) {
        long a = 0, b = 1; double d = 0;
        for (int i = 0; i < n; i++) { long t = a; a = b; b += t; if (i % 3 == 0) { double e = d; d = a; a = (long) e + 1; } }
        return a * 31 + b * 7 + (long) d;
    }
    static String swap(long a, double b) { int n = 0; while (n++ < 3) { long t = a; a = (long) b; b = t + n; } return a + "," + b; }
    static long gcd(long a, long b) { while (b != 0) { long t = b; b = a % b; a = t; } return a; }
    static double pow(double x, int n) { double r = 1; while (n > 0) { if ((n & 1) != 0) r *= x; x *= x; n >>= 1; } return r; }
    static long fib(int n) { long a = 0, b = 1; for (; n > 0; n--) b = a + (a = b); return a; }
}
