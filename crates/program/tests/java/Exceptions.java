import java.util.ArrayList;
import java.util.List;

/** Exceptions and finally in all shapes. */
public class Exceptions {
    static StringBuilder log = new StringBuilder();

    static class A extends RuntimeException { A(String m) { super(m); } }
    static class B extends A { final int code; B(int code) { super("b" + code); this.code = code; } }
    static class C extends Exception { C(Throwable t) { super(t); } }

    public static void main(String[] args) {
        for (int i = 0; i < 8; i++) {
            System.out.println(returns(i) + " " + overrides(i) + " " + nested(i) + " " + loop(i) + " " + values(i) + " " + order(i));
            flush();
        }
        for (int i = 0; i < 9; i++) {
            try {
                System.out.println("thrown " + thrower(i));
            } catch (B e) {
                System.out.println("B " + e.code);
            } catch (A e) {
                System.out.println("A " + e.getMessage());
            } catch (ArithmeticException | NullPointerException e) {
                System.out.println("either " + e.getClass().getName());
            } catch (RuntimeException e) {
                System.out.println("runtime " + e.getClass().getName());
            } catch (Exception e) {
                System.out.println("checked " + e + " " + e.getCause());
            } catch (Throwable t) {
                System.out.println("throwable " + t);
            } finally {
                System.out.println("finally " + i);
            }
        }
        resources();
        System.out.println(locals(0) + locals(1) + locals(2));
        System.out.println(rethrow(3) + " " + deep(5));
        sync();
        try { finallyThrows(); } catch (Exception e) { System.out.println(e.getMessage()); }
        finallyContinue();
        implicit();
        throw new B(99);
    }

    static void flush() { System.out.println(log); log.setLength(0); }

    static int returns(int i) {
        int x = 1;
        try {
            if (i == 1) return x;
            if (i == 2) throw new A("two");
            x = 2;
            if (i == 3) return x + 10 / (i - 3);
            x = 3;
        } catch (ArithmeticException e) {
            x += 100;
            return x;
        } catch (A e) {
            x += 200;
        } finally {
            log.append("f").append(x);
            x = 1000;
        }
        return x;
    }

    @SuppressWarnings("finally")
    static int overrides(int i) {
        for (;;) {
            try {
                if (i == 0) throw new A("lost");
                if (i == 1) return 1;
                if (i == 2) continue;
                if (i == 3) break;
                i--;
            } finally {
                log.append("o");
                if (i < 3) return -i;
                if (i == 5) break;
            }
        }
        return 50 + i;
    }

    static String nested(int i) {
        String s = "";
        try {
            s += "1";
            try {
                s += "2";
                if (i == 1) throw new B(1);
                try {
                    if (i == 2) throw new B(2);
                    if (i == 3) return s + "r";
                    s += "3";
                } finally {
                    s += "f";
                    if (i == 4) throw new A("from finally");
                }
            } catch (B e) {
                s += e.code;
                if (e.code == 2) throw new A(s);
            } finally {
                s += "g";
                try { if (i == 5) Integer.parseInt("x"); } catch (NumberFormatException e) { s += "n"; }
            }
        } catch (A e) {
            s += "(" + e.getMessage() + ")";
        } finally {
            log.append(s);
        }
        return s;
    }

    static int loop(int n) {
        int sum = 0;
        outer:
        for (int i = 0; i < 6; i++) {
            try {
                for (int j = 0; j < 4; j++) {
                    try {
                        if (j == n) continue outer;
                        if (i == n) break outer;
                        if ((i + j) % 5 == 4) throw new A("x");
                        sum += i * 10 + j;
                    } catch (A e) {
                        sum -= 3;
                        if (j == 2) continue;
                        sum -= 5;
                    } finally {
                        sum *= 2;
                        sum %= 10007;
                    }
                    sum++;
                }
            } finally {
                sum += 7;
            }
        }
        return sum;
    }

    static long values(int i) {
        long a = 1;
        double b = 2;
        Object o = "x";
        try {
            a = 10;
            b = 20 / (i - 2);
            a = 100;
            o = new int[i - 4];
            b = ((int[]) o)[0];
            a = 1000;
            o = (Integer) (Object) "s";
        } catch (ArithmeticException e) {
            a += 1;
        } catch (NegativeArraySizeException | ArrayIndexOutOfBoundsException e) {
            a += 2;
            log.append(e.getMessage());
        } catch (ClassCastException e) {
            a += 3;
        }
        return a + (long) b + (o instanceof String ? 1 : 5);
    }

    static int at(int i) { log.append(i); if (i == 3) throw new A("at"); return i; }

    static int order(int n) {
        int[] a = new int[5];
        try {
            a[at(0)] = at(1) + at(n) * at(2);
        } catch (A e) {
            log.append('!');
            return -1;
        }
        int i = 0;
        try {
            a[i++] = a[i += n];
            a[i] = i = 2;
        } catch (ArrayIndexOutOfBoundsException e) {
            return i * 100;
        }
        return a[0] + i;
    }

    static String thrower(int i) throws Throwable {
        switch (i) {
            case 0: throw new A("a");
            case 1: throw new B(7);
            case 2: return "" + 1 % (i - 2);
            case 3: { String s = null; return s.trim(); }
            case 4: throw new C(new A("cause"));
            case 5: { Object[] o = new String[1]; o[0] = 1; return ""; }
            case 6: throw new Error("err");
            case 7: { Throwable t = null; throw t; }
            default: return "no";
        }
    }

    static class R implements AutoCloseable {
        final String n;
        R(String n) { if (n.equals("bad")) throw new A("open"); this.n = n; System.out.println("open " + n); }
        @Override public void close() { System.out.println("close " + n); if (n.startsWith("x")) throw new B(n.length()); }
    }

    static void resources() {
        String[][] cases = {{"a", "b"}, {"x", "b"}, {"a", "xx"}, {"x", "xx"}, {"bad", "b"}, {"x", "bad"}};
        for (String[] c : cases) {
            for (int k = 0; k < 2; k++) {
                try (R first = new R(c[0]); R second = new R(c[1]); R none = null) {
                    System.out.println("body");
                    if (k == 1) throw new A("body");
                    System.out.println(first.n + second.n + none);
                } catch (A e) {
                    System.out.println("caught " + e.getMessage() + " " + e.getSuppressed().length);
                    for (Throwable t : e.getSuppressed()) System.out.println("  " + t.getMessage());
                } finally {
                    System.out.println("end");
                }
            }
        }
    }

    static String locals(int k) {
        int x = 0;
        String s = "start";
        try {
            x = 1;
            s = "one";
            boom(k == 0);
            x = 2;
            s = null;
            boom(k == 1);
            x = 3;
            s = "three";
        } catch (A e) {
            s = s + e.getMessage();
            x = -x;
        }
        return s + x;
    }

    static void boom(boolean b) { if (b) throw new A("boom"); }

    static String rethrow(int n) {
        try {
            try {
                throw new B(n);
            } catch (A e) {
                log.append("re");
                throw e;
            } finally {
                log.append("fin");
            }
        } catch (RuntimeException e) {
            return e.getMessage() + log;
        }
    }

    static int deep(int n) {
        try {
            if (n == 0) throw new A("bottom");
            return deep(n - 1) + 1;
        } catch (A e) {
            if (n < 3) throw new B(n);
            return n * 10;
        } finally {
            log.append(n);
        }
    }

    static void sync() {
        Object lock = new Object();
        for (int i = 0; i < 4; i++) {
            try {
                synchronized (lock) {
                    synchronized (log) {
                        if (i == 1) continue;
                        if (i == 2) throw new A("in");
                        System.out.println(held(i));
                    }
                    if (i == 3) break;
                }
            } catch (A e) {
                System.out.println("out");
            }
        }
    }

    static synchronized int held(int i) { return i == 0 ? 5 : held(i - 1) + 1; }

    static void finallyThrows() throws Exception {
        try {
            throw new C(null);
        } finally {
            List<String> l = new ArrayList<>();
            l.add("f");
            throw new Exception(l.toString());
        }
    }

    @SuppressWarnings("finally")
    static void finallyContinue() {
        int i = 0;
        while (i < 5) {
            try {
                i++;
                if (i % 2 == 0) throw new A("even");
                if (i == 5) return;
            } finally {
                System.out.println("i" + i);
                if (i == 2) continue;
                if (i == 4) break;
            }
            System.out.println("after " + i);
        }
    }

    static void implicit() {
        Object[] cases = {null, new int[0], "s"};
        for (Object o : cases) {
            try { System.out.println(((int[]) o).length); } catch (RuntimeException e) { System.out.println(e.getClass()); }
            try { System.out.println(o.hashCode() == o.hashCode()); } catch (RuntimeException e) { System.out.println(e.getClass()); }
            try { synchronized (o) { System.out.println("in"); } } catch (RuntimeException e) { System.out.println(e.getClass()); }
            try { System.out.println(((Exceptions) o).field); } catch (RuntimeException e) { System.out.println(e.getClass()); }
        }
        try { System.out.println(new int[2][-3].length); } catch (RuntimeException e) { System.out.println(e); }
        try { System.out.println(new int[0][5][-1].length); } catch (RuntimeException e) { System.out.println(e); }
        try { long l = 0; System.out.println(5L % l); } catch (RuntimeException e) { System.out.println(e); }
    }

    int field = 4;
}
