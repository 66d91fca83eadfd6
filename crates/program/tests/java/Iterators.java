import java.util.*;
import java.util.function.*;

/** Generic containers and iterators written in the program itself. */
public class Iterators {
    static class Ring<E> implements Iterable<E>, Cloneable {
        private Object[] items = new Object[2]; private int head, size; protected int mods;
        void push(E e) { if (size == items.length) grow(); items[(head + size++) % items.length] = e; mods++; }
        @SuppressWarnings("unchecked") E pop() { if (size == 0) throw new NoSuchElementException("ring"); E e = (E) items[head]; items[head] = null; head = (head + 1) % items.length; size--; mods++; return e; }
        private void grow() { Object[] n = new Object[items.length * 2]; for (int i = 0; i < size; i++) n[i] = items[(head + i) % items.length]; items = n; head = 0; }
        public Iterator<E> iterator() {
            final int expected = mods;
            return new Iterator<E>() {
                private int at;
                @Override public boolean hasNext() { check(); return at < size; }
                @SuppressWarnings("unchecked") @Override public E next() { check(); return (E) items[(head + at++) % items.length]; }
                private void check() { if (expected != mods) throw new ConcurrentModificationException(); }
            };
        }
        <R> Ring<R> map(Function<? super E, ? extends R> f) { Ring<R> r = new Ring<>(); for (E e : this) r.push(f.apply(e)); return r; }
        Ring<E> filter(Predicate<? super E> p) { Ring<E> r = new Ring<>(); for (E e : this) if (p.test(e)) r.push(e); return r; }
        <A> A fold(A a, BiFunction<A, ? super E, A> f) { for (E e : this) a = f.apply(a, e); return a; }
        @Override public String toString() { StringJoiner j = new StringJoiner(" ", "(", ")"); forEach(e -> j.add(String.valueOf(e))); return j.toString(); }
    }
    static class Matrix { final double[][] m; Matrix(int n, DoubleBinaryOperator f) { m = new double[n][n]; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m[i][j] = f.applyAsDouble(i, j); }
        double det() { int n = m.length; double[][] a = new double[n][]; for (int i = 0; i < n; i++) a[i] = m[i].clone(); double d = 1; for (int c = 0; c < n; c++) { int p = c; while (p < n && a[p][c] == 0) p++; if (p == n) return 0; if (p != c) { double[] t = a[p]; a[p] = a[c]; a[c] = t; d = -d; } d *= a[c][c]; for (int r = c + 1; r < n; r++) { double k = a[r][c] / a[c][c]; for (int x = c; x < n; x++) a[r][x] -= k * a[c][x]; } } return d; } }
    static Iterable<Long> squares(final int n) { return () -> new Iterator<Long>() { long i = 0; public boolean hasNext() { return i < n; } public Long next() { return i * i++; } }; }
    static <K extends Comparable<K>, V> Map<K, List<V>> group(Iterable<V> vs, Function<V, K> key) { Map<K, List<V>> m = new TreeMap<>(); for (V v : vs) { List<V> l = m.get(key.apply(v)); if (l == null) m.put(key.apply(v), l = new LinkedList<>()); l.add(v); } return m; }
    public static void main(String[] args) {
        Ring<Integer> ring = new Ring<>(); for (int i = 0; i < 10; i++) { ring.push(i * i); if (i % 3 == 2) System.out.println(ring.pop()); }
        System.out.println(ring + " " + ring.map(x -> x / 2.0) + ring.filter(x -> (x & 1) == 1).<String>map(x -> "n" + x) + ring.fold(0L, (a, x) -> a * 3 + x));
        try { for (Integer x : ring) if (x == 25) ring.push(1); } catch (ConcurrentModificationException e) { System.out.println("modified " + ring.mods); }
        try { while (true) ring.pop(); } catch (NoSuchElementException e) { System.out.println(e.getMessage() + ring); }
        long t = 0; for (long x : squares(8)) t += x; System.out.println(t);
        System.out.println(group(Arrays.asList("one", "two", "three", "four", "five"), String::length));
        System.out.println(new Matrix(4, (i, j) -> (i * 3 + j * j + 1) % 7).det() + " " + new Matrix(3, (i, j) -> i).det());
        Iterator<Integer> it = new Iterator<Integer>() { int k = 3; public boolean hasNext() { return k > 0; } public Integer next() { return k--; } };
        try { it.remove(); } catch (UnsupportedOperationException e) { System.out.println("no remove"); }
        it.forEachRemaining(System.out::print); System.out.println();
    }
}
