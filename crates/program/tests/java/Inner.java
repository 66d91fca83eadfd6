/** Inner, local and anonymous classes, private access across them, captured variables, shadowing. */
public class Inner {
    private int x = 1; private static int count; private String s = "outer";
    private int bump(int by) { return x += by; } private static String tag(Object o) { return "tag" + o; }
    class Member { private int x = 10; int sum(int x) { return x + this.x + Inner.this.x; } void poke() { Inner.this.x++; Inner.this.s += x; x = bump(5); count += 2; }
        class Deep { private int x = 100; int all() { return x + Member.this.x + Inner.this.x + bump(1); } private Deep self() { return this; } } }
    static class Nested { private long secret = 42; private Nested() {} private Nested(int k) { secret = k; } static Nested of(int k) { return new Nested(k); } private static long twice(Nested n) { return n.secret++ * 2; } }
    private class Hidden { private Hidden(String a) { s = a + s; } }
    interface Op { int run(int a); }
    Op make(final int k) { int[] calls = {0}; class Counter implements Op { int n = k; public int run(int a) { calls[0]++; n += a; x++; return n * 10 + calls[0]; } } return new Counter(); }
    Op chain(Op f) { return new Op() { Op inner = a -> f.run(a) + x; int depth; public int run(int a) { return depth++ > 2 ? a : new Op() { public int run(int b) { return inner.run(b) + depth; } }.run(a); } }; }
    static abstract class Tmpl { Tmpl() { hook(); } abstract void hook(); }
    public static void main(String[] args) {
        Inner o = new Inner(); Member m = o.new Member(); System.out.println(m.sum(1000) + " " + o.x); m.poke(); System.out.println(o.x + o.s + m.x + count);
        Member.Deep d = m.new Deep(); System.out.println(d.all() + " " + d.self().all() + d.x);
        Nested n = Nested.of(7); n.secret += 3; System.out.println(n.secret + Nested.twice(n) + n.secret + new Nested().secret-- + tag(n.secret)); n.secret <<= 2; System.out.println(--n.secret);
        o.new Hidden("h"); System.out.println(o.s);
        Op c = o.make(3); System.out.println(c.run(1) + " " + c.run(2) + " " + o.x); Op ch = o.chain(c); for (int i = 0; i < 5; i++) System.out.println(ch.run(i));
        final String cap = "cap"; new Tmpl() { String f = "f"; void hook() { System.out.println(f + cap + args.length); } }.hook();
        int local = 5; Runnable r = () -> { int inner = local + 1; Runnable r2 = () -> System.out.println(inner + local + cap); r2.run(); }; r.run();
        System.out.println(new int[] {1, 2, 3}[1] + new String("abc").length() + ((Op) a -> a * a).run(12));
        Inner nothing = null; try { nothing.new Member(); } catch (NullPointerException e) { System.out.println("npe"); }
    }
}
