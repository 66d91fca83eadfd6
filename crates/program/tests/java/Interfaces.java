/** Default, private-like and static interface methods; diamonds; super calls; generics with bridges. */
public class Interfaces {
    interface A { default String who() { return "A"; } default String chain() { return "a" + who(); } static String make() { return "A.make"; } }
    interface B extends A { @Override default String who() { return "B" + A.super.who(); } }
    interface C extends A { default String only() { return "C.only"; } }
    interface D extends B, C { int K = 4; }
    interface E { String who(); }
    static class Diamond implements D {}
    static class Override2 extends Diamond implements C { @Override public String who() { return "O" + super.who(); } }
    static abstract class Abs implements E, B { public String who() { return "Abs" + B.super.who(); } }
    static class Conc extends Abs {}
    static class Two implements B, F { public String who() { return B.super.who() + F.super.who(); } }
    interface F { default String who() { return "F"; } }
    static class Parent { public String who() { return "class wins"; } }
    static class ClassWins extends Parent implements B {}
    interface Box<T> { T get(); void set(T t); default T swap(T t) { T old = get(); set(t); return old; } }
    static class IntBox implements Box<Integer> { Integer v = 0; public Integer get() { return v; } public void set(Integer x) { v = x; } }
    static class Loud extends IntBox { @Override public void set(Integer x) { super.set(x * 2); System.out.println("set " + x); } }
    static abstract class Visitor<R> { abstract R num(int n); abstract R add(Expr l, Expr r); }
    interface Expr { <R> R accept(Visitor<R> v); }
    static class Num implements Expr { final int n; Num(int n) { this.n = n; } public <R> R accept(Visitor<R> v) { return v.num(n); } }
    static class Add implements Expr { final Expr l, r; Add(Expr l, Expr r) { this.l = l; this.r = r; } public <R> R accept(Visitor<R> v) { return v.add(l, r); } }
    static <T extends Comparable<? super T>> T max(Iterable<? extends T> items) { T best = null; for (T t : items) if (best == null || t.compareTo(best) > 0) best = t; return best; }
    static class Range implements Iterable<Integer> {
        final int from, to;
        Range(int f, int t) { from = f; to = t; }
        public java.util.Iterator<Integer> iterator() { return new java.util.Iterator<Integer>() { int at = from; public boolean hasNext() { return at < to; } public Integer next() { return at++; } }; }
    }

    public static void main(String[] args) {
        A[] all = {new Diamond(), new Override2(), new Conc(), new Two(), new ClassWins(), new A() {}, new B() { public String who() { return "anon" + B.super.who(); } }};
        for (A a : all) System.out.println(a.who() + " " + a.chain() + " " + (a instanceof C ? ((C) a).only() : "-") + (a instanceof D));
        System.out.println(A.make() + D.K + ((E) new Conc()).who() + ((F) all[3]).who());
        Box<Integer> box = new Loud();
        System.out.println(box.swap(5) + " " + box.swap(7) + " " + box.get());
        @SuppressWarnings({"rawtypes", "unchecked"}) Runnable bad = () -> ((Box) box).set("string");
        try { bad.run(); } catch (ClassCastException e) { System.out.println("bridge cast"); }
        Expr e = new Add(new Num(3), new Add(new Num(4), new Num(5)));
        System.out.println(e.accept(new Visitor<Integer>() { Integer num(int n) { return n; } Integer add(Expr l, Expr r) { return l.accept(this) + r.accept(this); } }));
        System.out.println(e.<String>accept(new Visitor<String>() { String num(int n) { return "" + n; } String add(Expr l, Expr r) { return "(" + l.accept(this) + "+" + r.accept(this) + ")"; } }));
        System.out.println(max(new Range(3, 9)) + max(java.util.Arrays.asList("x", "zz", "y")));
        int total = 0;
        for (int x : new Range(0, 5)) for (Integer y : new Range(x, 4)) total += x * y;
        System.out.println(total);
        Object o = new Range(1, 2);
        System.out.println((o instanceof Iterable) + " " + (o instanceof Comparable) + o.equals(o) + ((A) all[0]).equals(null) + (all[0].hashCode() == all[0].hashCode()) + all.getClass().getSimpleName());
    }
}
