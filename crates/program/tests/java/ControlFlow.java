/** Loops, labels, switches, and values that stay on the stack across merges. */
public class ControlFlow {
    public static void main(String[] args) {
        for (int i = -3; i < 12; i++) {
            System.out.println(dense(i) + " " + sparse(i * 1000) + " " + fall(i) + " " + nested(i) + " " + ternary(i) + " " + logic(i, i * 7 % 5));
        }
        System.out.println(labels() + " " + whiles(100) + " " + doWhile(27) + " " + matrix(5));
        System.out.println(dense(Integer.MIN_VALUE) + " " + dense(Integer.MAX_VALUE) + " " + sparse(Integer.MIN_VALUE));
        wideMerges();
        for (String s : new String[] {"one", "two", "three", "Aa", "BB", "", "other"}) {
            System.out.println(s + " " + strings(s));
        }
        System.out.println(infinite() + " " + chars('x') + chars('\n') + chars('b') + " " + collatz(97));
        blocks(3);
    }

    static String dense(int i) {
        switch (i) {
            case -2: return "minus two";
            case -1: return "minus one";
            case 0: return "zero";
            case 1: return "one";
            case 3: return "three";
            default: return "many";
        }
    }

    static int sparse(int i) {
        int r = 1;
        switch (i) {
            case -1000: r = 5; break;
            case Integer.MIN_VALUE: r = 7;
            case 1000: r += 11; break;
            case 100000: r = 9;
            case 3000: r *= 2;
            default: r += 100;
            case 4000: r++;
        }
        return r;
    }

    static int fall(int i) {
        int sum = 0;
        switch (i) {
            case 1: sum += 1;
            case 2: sum += 2;
            case 3: { int x = sum; sum = x * 2; }
            case 4: break;
            case 5: while (sum < 10) { if (sum == 7) break; sum++; }
            default:
        }
        return sum;
    }

    static int nested(int n) {
        int count = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j += 2) {
                if ((i + j) % 3 == 0) continue;
                for (int k = 0; ; k++) {
                    if (k > j) break;
                    count += i * j - k;
                }
            }
        }
        return count;
    }

    static int ternary(int i) {
        int a = i > 0 ? i > 5 ? 1 : 2 : i == 0 ? 3 : 4;
        long b = i + (i % 2 == 0 ? 10L : (i % 3 == 0 ? 20L : a)) * (a > 2 ? 3 : 4);
        double c = (b > 20 ? b : 1.5) + (a == 3 ? 0.25 : a);
        Object o = i < 0 ? "s" : (Object) Integer.valueOf(i);
        return (int) (a + b + c) + (o instanceof String ? 1 : ((Integer) o).intValue() * 2) + call(i, i < 2 ? a : b, i > 3 && a < 2 ? 1f : 2f);
    }

    static int call(int i, long l, float f) {
        return (int) (i * 31 + l * 7 + f);
    }

    static boolean side(String s, boolean b) {
        System.out.print(s);
        return b;
    }

    static String logic(int a, int b) {
        boolean x = side("a", a > 2) && side("b", b < 3) || side("c", a == b) && !side("d", b > 1);
        boolean y = side("e", a > 0) & side("f", b > 0) | side("g", a < 0) ^ x;
        boolean z = !(x && y) || (a > b ? x : y);
        int n = (x ? 1 : 0) + (y ? 2 : 0) + (z ? 4 : 0) + (a < b == x ? 8 : 0);
        while (!(n > 100 || x && n > 50)) n = n * 2 + 1;
        return x + "" + y + z + n;
    }

    static int labels() {
        int n = 0;
        outer:
        for (int i = 0; i < 10; i++) {
            inner:
            for (int j = 0; j < 10; j++) {
                if (j == i) continue outer;
                if (i == 7) break outer;
                for (int k = 0; k < 3; k++) {
                    if (k == 2 && j == 1) continue inner;
                    if (k * j > 4) break inner;
                    n += i + j * k;
                }
                n++;
            }
            n += 1000;
        }
        block: {
            if (n > 5) break block;
            n = -1;
        }
        return n;
    }

    static int whiles(int n) {
        int a = 0, b = 1;
        while (b < n) {
            int t = a + b;
            a = b;
            b = t;
        }
        return a * 1000 + b;
    }

    static int doWhile(int n) {
        int steps = 0;
        do {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            if (n > 1000 && steps % 2 == 0) continue;
            steps++;
        } while (n != 1);
        return steps;
    }

    static long matrix(int n) {
        long[][] m = new long[n][n];
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m[i][j] = i == j ? 1 : i ^ j;
        long[][] r = m;
        for (int p = 0; p < 3; p++) {
            long[][] t = new long[n][n];
            for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) t[i][j] += r[i][k] * m[k][j];
            r = t;
        }
        long trace = 0;
        for (int i = 0; i < n; i++) trace += r[i][i];
        return trace;
    }

    static void wideMerges() {
        long l = 1;
        double d = 2;
        int before = 3;
        for (int i = 0; i < 8; i++) {
            long m = l;
            if (i % 3 == 0) {
                l = (long) d + i;
                d = m;
            } else if (i % 3 == 1) {
                long swap = l;
                l = before;
                before = (int) swap;
            } else {
                { double inner = d * 2; d = inner; }
                { int inner = before + 1; before = inner; }
                { long inner = l << 3; l = inner; }
            }
            System.out.println(l + " " + d + " " + before + " " + m);
        }
    }

    static int strings(String s) {
        switch (s) {
            case "one": return 1;
            case "two":
            case "three": s += "!";
            case "Aa": return s.length() + 10;
            case "BB": return 22;
            case "": break;
            default: return s.hashCode();
        }
        return -1;
    }

    static int infinite() {
        int i = 0;
        for (;;) {
            if (++i > 10) {
                while (true) {
                    if (i-- < 5) return i;
                }
            }
        }
    }

    static String chars(char c) {
        switch (c) {
            case 'a': case 'e': case 'i': return "vowel";
            case '\n': return "newline";
            case 'x': return "x";
        }
        return "?";
    }

    static int collatz(int n) {
        return n == 1 ? 0 : 1 + collatz((n & 1) == 0 ? n >> 1 : 3 * n + 1);
    }

    static void blocks(int n) {
        int x;
        if (n > 2) x = 5; else x = 6;
        final int y;
        { int t = x; y = t + 1; }
        { String t = "t" + y; System.out.println(t); }
        { double t = y; System.out.println(t); }
        { long t = y, u = t; System.out.println(t + u + x); }
    }
}
