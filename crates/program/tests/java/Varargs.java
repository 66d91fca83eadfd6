import java.util.*;

/** Overloads, variable arguments, evaluation order of receivers and arguments, static through instances. */
public class Varargs {
    static StringBuilder log = new StringBuilder();
    static <T> T t(String s, T v) { log.append(s); return v; }
    static String m(Object... xs) { return "O" + (xs == null ? "null" : xs.length); } static String m(String s) { return "S"; } static String m(long a, long b) { return "LL"; }
    static String n(int... xs) { return "ints" + xs.length; } static String n(long x) { return "long"; }
    static int sum(Integer first, int... rest) { int s = first; for (int r : rest) s += r; return s; }
    @SafeVarargs static <T> List<T> list(T... ts) { return new ArrayList<>(Arrays.asList(ts)); }
    Varargs self(String s) { log.append(s); return this; } int f; static int sf; Varargs next; int[] arr = {1, 2, 3};
    int get(int a, long b, double c, String... s) { return (int) (a + b + c) + s.length; }
    static Varargs none(String s) { log.append(s); return null; }
    public static void main(String[] args) {
        System.out.println(m() + m(1) + m("s") + m(1, 2) + m("a", "b") + m((Object) null) + m((Object[]) null) + m(1L, 2) + m('c', 2.0) + m(new Object[] {1, 2, 3}) + m(new int[] {1, 2}));
        System.out.println(n(1, 2) + n(5) + n(new int[3]) + sum(1) + sum(1, 2, 3) + list(1, "a", null).size() + list().size() + Varargs.<Number>list(1, 2.0));
        Varargs v = new Varargs(); System.out.println(t("a", v).self("b").get(t("c", 1), t("d", 2), t("e", 3.5), t("f", "x"), t("g", "y"))); System.out.println(log); log.setLength(0);
        t("1", v).arr[t("2", 1)] = t("3", 5) + t("4", v).arr[t("5", 2)]++; System.out.println(log + Arrays.toString(v.arr)); log.setLength(0);
        t("1", v).f += t("2", 3) * (t("3", v).f = 4); System.out.println(log + " " + v.f); log.setLength(0);
        try { none("r").f = t("v", 5); } catch (NullPointerException e) { System.out.println(log); } log.setLength(0);
        try { none("r").arr[t("i", 9)] = t("v", 1); } catch (NullPointerException e) { System.out.println(log); } log.setLength(0);
        try { v.arr[t("i", 9)] = t("v", 1); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(log); } log.setLength(0);
        try { v.arr[t("i", 9)] += t("v", 1); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(log); } log.setLength(0);
        try { none("r").get(t("a", 1), t("b", 2), 3); } catch (NullPointerException e) { System.out.println(log); } log.setLength(0);
        none("static").sf = t("x", 8); System.out.println(log + "" + sf); log.setLength(0); System.out.println(t("a", 1) / (t("b", 2) - t("c", 1)) + t("d", 10) % t("e", 4) + log.toString()); int i = 1; i = i++ + i++ * --i + i--; int j = i-- - --i; System.out.println(i + " " + j); i += i++ + ++i; System.out.println(i); int k = i = j = 7; k <<= k >>= 1; System.out.println(i + j + k); boolean b; if (b = t("q", true) && t("w", 1) > 0) System.out.println(b + log.toString());
    }
}
