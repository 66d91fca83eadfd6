// needs: 17
import java.util.*;

/** Records, sealed types, text blocks, instanceof patterns, switch expressions. */
public class Records {
    record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException("x=" + x); } Point(int v) { this(v, v); } double norm() { return Math.sqrt(x * x + y * y); } static Point origin() { return new Point(0); } }
    record All(boolean z, byte b, char c, short s, int i, long l, float f, double d, String t, int[] a, Object o) {}
    record Empty() {}
    record Pair<A, B>(A first, B second) { @Override public String toString() { return "<" + first + "," + second + ">"; } }
    record Custom(double d) { @Override public double d() { return d * 2; } }
    record Nested(Point p, Pair<String, Point> q) implements Comparable<Nested> { public int compareTo(Nested o) { return Double.compare(p.norm(), o.p.norm()); } }
    sealed interface Shape permits Circle, Rect {}
    record Circle(double r) implements Shape {}
    record Rect(double w, double h) implements Shape {}
    interface Greeter { private String name() { return "private"; } default String greet() { return "hi " + name() + helper(); } private static String helper() { return "!"; } static String all() { return helper() + helper(); } }
    enum Color { RED, GREEN, BLUE }

    static double area(Shape s) { if (s instanceof Circle c && c.r() > 0) return c.r() * 3; if (!(s instanceof Rect r)) return -1; return r.w() * r.h(); }
    static int days(String m, boolean leap) {
        return switch (m) { case "feb" -> leap ? 29 : 28; case "apr", "jun", "sep", "nov" -> 30; case "bad" -> throw new IllegalStateException(m); default -> { int base = 30; yield base + 1; } };
    }
    static String color(Color c) { var text = "c" + switch (c) { case RED -> 1; case GREEN -> { try { yield Integer.parseInt("x"); } catch (NumberFormatException e) { yield 2; } finally { System.out.print("f "); } } case BLUE -> 3L; }; return text; }
    static int stacked(int k) { return k * 10 + switch (k) { case 1, 2: yield 5; case 3: k++; default: { if (k > 3) yield k; for (int i = 0; ; i++) if (i * i > k) yield i; } } - foo(k, switch (k % 2) { case 0 -> "even"; default -> "odd"; }); }
    static int foo(int a, String s) { return a + s.length(); }

    public static void main(String[] args) {
        var p = new Point(3, 4);
        System.out.println(p + " " + p.norm() + p.equals(new Point(3, 4)) + p.equals(new Point(4, 3)) + p.equals(null) + p.hashCode() + Point.origin());
        try { new Point(-1, 0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        int[] a = {1};
        All x = new All(true, (byte) -1, 'c', (short) 300, 1 << 30, 1L << 40, -0.0f, Double.NaN, "t", a, null), y = new All(true, (byte) -1, 'c', (short) 300, 1 << 30, 1L << 40, 0.0f, Double.NaN, "t", a, null);
        System.out.println(x.equals(y) + " " + x.equals(x) + " " + x.equals(new All(true, (byte) -1, 'c', (short) 300, 1 << 30, 1L << 40, -0.0f, Double.NaN, new String("t"), a, null)));
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + new Empty().hashCode() + new Pair<>("k", null) + new Pair<>(1, 'c').hashCode() + new Custom(1.5) + new Custom(1.5).d() + new Custom(1.5).equals(new Custom(1.5)));
        Nested n = new Nested(p, new Pair<>("q", p));
        System.out.println(n + " " + n.hashCode() + n.compareTo(new Nested(new Point(1), null)) + new Nested(null, null).hashCode());
        System.out.println(new All(false, (byte) 1, 'x', (short) 2, 3, 4, 5, 6, null, null, p).hashCode() + " " + new All(false, (byte) 1, 'x', (short) 2, 3, 4, 5, 6, null, null, p));
        System.out.println(area(new Circle(2)) + area(new Rect(2, 3)) + area(new Circle(-1)) + area(null));
        for (String m : List.of("feb", "apr", "jul", "bad")) try { System.out.println(days(m, false) + days(m, true)); } catch (IllegalStateException e) { System.out.println(e); }
        for (Color c : Color.values()) System.out.println(color(c));
        for (int k = 0; k < 6; k++) System.out.println(stacked(k));
        System.out.println("""
            text "block" \
            joined
              indented\tTab""" + new Greeter() {}.greet() + Greeter.all());
        Object o = 42;
        if (o instanceof Integer i && i > 40 || o instanceof String) System.out.println("matched");
        if (!(o instanceof Integer i)) throw new AssertionError(); else System.out.println(i + 1);
        Map<Point, String> map = new HashMap<>();
        map.put(new Point(1, 2), "a"); map.put(new Point(1, 2), "b");
        System.out.println(map);
        record Local(int v) { int twice() { return v * 2; } }
        System.out.println(new Local(21).twice() + " " + new Local(1));
    }
}
