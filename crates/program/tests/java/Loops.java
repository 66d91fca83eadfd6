/** Loop shapes whose phis are easy to get wrong. */
public class Loops {
    static int swap(int n) { int a = 1, b = 2, c = 3; while (n-- > 0) { int t = a; a = b; b = c; c = t; } return a * 100 + b * 10 + c; }
    static int lost(int n) { int x = 0, last = -1; for (int i = 0; i < n; i++) { last = x; x = i * i - last; } return x * 1000 + last; }
    static int carried(int n) { int prev = 0, cur = 1, out = 0; do { out = prev; prev = cur; cur = out + prev; } while (cur < n); return out; }
    static long invariant(int n, long k) { long r = 0; final double d = k / 3.0; for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) { if (j == 2) continue; r += (long) (d * i) - j; } return r + k; }
    static int exits(int[] a, int x) { int i = 0; for (; ; i++) { if (i == a.length) return -1; if (a[i] == x) break; if (a[i] < 0) return -i; if (a[i] > 100) { i *= 2; break; } } return i; }
    static int after(int n) { int i, j = 0; for (i = 0; i < n; i++) j = i; return i * 10 + j; }
    static int nestedCarry(int n) { int s = 0; for (int i = 0; i < n; i++) { int t = s; for (int j = 0; j < i; j++) { t += j; if (t % 7 == 3) { s = t; break; } } s += t & 3; } return s; }
    static String builds(int n) { String s = ""; String t = null; for (int i = 0; i < n; i++) { if (i % 2 == 0) t = s; s = s + (t == null ? "n" : t.length()); } return s + t; }
    static int condition(int n) { int k = 0; while ((n = n > 50 ? n - 7 : n * 2 - 1) != 1 && k < 40) k += n % 3 == 0 ? 2 : 1; return k * 100 + n; }
    static int catches(int[] a) { int ok = 0, bad = 0, last = 0; for (int i = -1; i <= a.length; i++) { try { last = a[i]; ok += 10 / last; } catch (ArithmeticException e) { bad += 100; continue; } catch (ArrayIndexOutOfBoundsException e) { bad++; if (i > 0) break; } finally { ok++; last += i; } ok += last; } return ok * 1000 + bad + last; }
    static int retry(int n) { int tries = 0; while (true) { try { tries++; if (tries < n) throw new RuntimeException("r" + tries); return tries; } catch (RuntimeException e) { if (e.getMessage().equals("r5")) return -tries; } } }
    static double harmonic(int n) { double s = 0; float f = 0; for (float i = 1; i <= n; i += 0.5f) { s += 1 / i; f += (float) s; } return s + f; }
    static int bounds() { int c = 0; for (byte b = 120; b > 0; b++) c++; for (short s = Short.MAX_VALUE - 3; s > 0; s++) c += 10; for (char ch = 65530; ch > 100; ch++) c += 100; for (int i = Integer.MAX_VALUE - 2; i > 0; i++) c += 1000; for (long l = Long.MIN_VALUE + 2; l < 0; l--) c += 10000; return c; }
    static int empty(int n) { for (int i = 0; i < n; i++) ; int k = 5; while (k-- > 0) { } for (;;) { if (n-- < 0) break; } return n + k; }
    static int both(boolean p, int n) { int x; if (p) { x = 1; while (n > 0) { n -= x; x++; } } else { x = 2; do { n -= x; } while (n > 0); } return x * 100 + n; }
    static Object types(int n) { Object o = "s"; for (int i = 0; i < n; i++) { if (o instanceof String) o = ((String) o).length() + i; else if (o instanceof Integer) o = new int[(Integer) o & 3]; else o = "a" + ((int[]) o).length; } return o instanceof int[] ? "ints" + ((int[]) o).length : o; }
    public static void main(String[] args) {
        int[] a = {3, 0, 7, 200, -5, 9};
        for (int n = 0; n < 9; n++) System.out.println(swap(n) + " " + lost(n) + " " + carried(n * 10) + " " + invariant(n, n * 1000L) + " " + after(n) + " " + nestedCarry(n * 2) + " " + builds(n) + " " + condition(n * 9 + 3) + " " + retry(n) + " " + harmonic(n) + " " + empty(n) + " " + both(n % 2 == 0, n) + " " + types(n));
        System.out.println(exits(a, 7) + " " + exits(a, 1) + " " + exits(new int[] {1, -1}, 5) + " " + exits(new int[0], 1) + " " + catches(a) + " " + bounds());
    }
}
