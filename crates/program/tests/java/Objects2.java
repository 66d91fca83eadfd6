import java.util.Objects;

/** Inheritance, overriding, hiding, super calls, constructors that call virtual methods, bridges. */
public class Objects2 {
    static abstract class Shape implements Comparable<Shape> {
        static int made;
        protected final String name;
        long area = -1;
        { made++; }
        Shape(String name) { this.name = name; area = compute(); init(); }
        abstract long compute();
        void init() { System.out.println("shape " + name + " " + area); }
        public int compareTo(Shape o) { return Long.compare(area, o.area); }
        @Override public String toString() { return name + ":" + area; }
        String hidden() { return "shape"; }
        private String secret() { return "shape secret"; }
        String callSecret() { return secret(); }
        static String statically() { return "S"; }
    }
    static class Square extends Shape {
        int side = 7;
        String name = "hides";
        Square(int side) { super("square"); this.side = side; area = compute(); }
        long compute() { return (long) side * side; }
        @Override void init() { super.init(); System.out.println("square " + side + name + super.name); }
        private String secret() { return "square secret"; }
        String both() { return name + super.name + ((Shape) this).name + super.hidden() + hidden(); }
        @Override String hidden() { return "square"; }
        static String statically() { return "Q"; }
    }
    static class Cube extends Square {
        Cube(int s) { super(s); }
        @Override long compute() { return super.compute() * side; }
        @Override public boolean equals(Object o) { return o instanceof Cube && ((Cube) o).side == side; }
        @Override public int hashCode() { return Objects.hash(side, super.name); }
        @Override String hidden() { return "cube" + super.hidden(); }
    }
    static class Node<T extends Comparable<T>> {
        T value; Node<T> left, right;
        Node(T v) { value = v; }
        void add(T v) {
            if (v.compareTo(value) < 0) { if (left == null) left = new Node<>(v); else left.add(v); }
            else if (right == null) right = new Node<>(v); else right.add(v);
        }
        <R> R fold(R zero, Folder<? super T, R> f) {
            R r = left == null ? zero : left.fold(zero, f);
            r = f.fold(r, value);
            return right == null ? r : right.fold(r, f);
        }
    }
    interface Folder<T, R> { R fold(R r, T t); }
    static class Covariant implements Cloneable {
        int[] data = {1, 2};
        Object get() { return "object"; }
        @Override public Covariant clone() throws CloneNotSupportedException { return (Covariant) super.clone(); }
    }
    static class Narrow extends Covariant { @Override Integer get() { return 5; } }
    class Inner {
        int x = base * 2;
        class Deeper { int y = x + base++; int sum() { return x + y + Objects2.this.base; } }
    }
    private int base = 3;
    private static long counter;
    private long wide = 5;

    public static void main(String[] args) throws Exception {
        Shape[] shapes = {new Square(4), new Cube(3), new Square(2)};
        java.util.Arrays.sort(shapes);
        for (Shape s : shapes) System.out.println(s + s.hidden() + s.callSecret() + s.hashCode() % 1);
        Square q = new Cube(5);
        System.out.println(q.both() + q.name + ((Shape) q).name + Shape.made + Shape.statically() + Square.statically());
        System.out.println(q.equals(new Cube(5)) + " " + q.equals(null) + " " + (q.hashCode() == new Cube(5).hashCode()) + q.hashCode());
        Node<String> tree = new Node<>("m");
        for (String s : "the quick brown fox jumps over".split(" ")) tree.add(s);
        System.out.println(tree.fold("", (r, t) -> r + t + ","));
        System.out.println(tree.<Integer>fold(0, (r, t) -> r + t.length()));
        Covariant c = new Narrow();
        System.out.println(c.get());
        Covariant copy = c.clone();
        copy.data[0] = 9;
        System.out.println(c.data[0] + " " + (copy != c) + (copy instanceof Narrow));
        Objects2 o = new Objects2();
        Inner.Deeper deeper = o.new Inner().new Deeper();
        System.out.println(deeper.sum() + " " + o.base);
        o.fields();
        anonymous(6);
        System.out.println(new Object() { int f(int n) { return n < 2 ? 1 : n * f(n - 1); } }.f(10));
    }

    void fields() {
        counter += wide++ + ++wide;
        wide = counter = wide *= 2;
        System.out.println(counter + " " + wide + " " + this.wide--);
        Objects2 other = new Objects2();
        other.wide = this.wide = other.wide << 40;
        other.wide >>>= 3;
        counter |= other.wide ^ wide;
        System.out.println(other.wide + " " + wide + " " + counter++ + " " + counter);
        int x, y, z;
        x = y = z = base += 4;
        x += y -= z *= 2;
        System.out.println(x + " " + y + " " + z + " " + base);
        Objects2 nothing = null;
        System.out.println(nothing.counter);
    }

    static void anonymous(final int n) {
        final String s = "cap" + n;
        class Local { String get() { return s + n; } Local twice() { return new Local() { @Override String get() { return super.get() + Local.this.get(); } }; } }
        System.out.println(new Local().twice().get());
        Runnable r = new Runnable() { int k = n; public void run() { System.out.println(k++ + s + k); } };
        r.run();
        r.run();
    }
}
