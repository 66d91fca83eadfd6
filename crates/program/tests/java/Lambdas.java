import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.*;

/** Lambdas and method references of all kinds, with captures and adaptations. */
public class Lambdas {
    interface ToLong { long apply(int x); }
    interface Three<A, B, C, R> { R apply(A a, B b, C c); default Three<A, B, C, String> text() { return (a, b, c) -> "<" + apply(a, b, c) + ">"; } static <T> Three<T, T, T, T> last() { return (a, b, c) -> c; } }
    interface Marker {}
    interface Prim { double f(byte b, short s, char c, long l, float f); }
    interface Thrower<E extends Exception> { void run() throws E; }
    private final int base;
    Lambdas(int base) { this.base = base; }
    Lambdas() { this(77); }
    int add(int x) { return base + x; }
    private int secret(Integer x) { return base * x; }
    static Integer boxed(int x) { return x + 1; }
    static int unboxed(Integer x) { return x + 2; }
    static String var(String a, Object... rest) { return a + rest.length; }
    static <T> T id(T t) { return t; }
    Supplier<Integer> self() { return () -> this.base + new Object() { int k = base; }.k; }
    Function<Integer, Integer> refs() { return this::secret; }

    static class Child extends Lambdas {
        Child() { super(1000); }
        @Override int add(int x) { return -x; }
        IntUnaryOperator up() { return super::add; }
        IntUnaryOperator here() { return this::add; }
    }

    public static void main(String[] args) throws Exception {
        int n = 5;
        long w = 1L << 40;
        double d = 2.5;
        String s = "cap";
        int[] cell = {0};
        Supplier<String> all = () -> n + " " + w + " " + d + s + cell[0]++;
        System.out.println(all.get() + all.get());
        ToLong widen = Lambdas::boxed;
        ToLong widen2 = x -> x * w;
        IntFunction<Object> box = x -> x;
        Function<Integer, Integer> f = Lambdas::boxed, g = Lambdas::unboxed;
        IntUnaryOperator h = Lambdas::unboxed;
        System.out.println(widen.apply(3) + " " + widen2.apply(3) + " " + box.apply(4) + f.andThen(g).compose(g).apply(10) + h.applyAsInt(5));
        ToDoubleFunction<Integer> toDouble = Integer::intValue;
        ToLongFunction<Integer> toLong = Integer::longValue;
        DoubleSupplier ds = () -> n;
        DoubleSupplier dr = "four"::length;
        System.out.println(toDouble.applyAsDouble(7) + " " + toLong.applyAsLong(8) + ds.getAsDouble() + dr.getAsDouble());
        Lambdas o = new Lambdas(100), c = new Child();
        IntUnaryOperator bound = o::add;
        BiFunction<Lambdas, Integer, Integer> unbound = Lambdas::add;
        ToIntBiFunction<Lambdas, Integer> priv = Lambdas::secret;
        System.out.println(bound.applyAsInt(1) + " " + unbound.apply(c, 2) + " " + priv.applyAsInt(o, 3) + o.self().get() + o.refs().apply(4));
        System.out.println(((Child) c).up().applyAsInt(9) + " " + ((Child) c).here().applyAsInt(9));
        Supplier<Lambdas> make = Lambdas::new;
        Function<Integer, Lambdas> makeWith = Lambdas::new;
        IntFunction<int[]> array = int[]::new;
        Function<Integer, String[][]> arrays = String[][]::new;
        Supplier<List<String>> list = ArrayList::new;
        System.out.println(make.get().base + makeWith.apply(8).base + array.apply(3).length + arrays.apply(2).length + list.get().size());
        Three<String, Integer, Character, String> three = (a, b, x) -> a + b + x;
        System.out.println(three.text().apply("t", 1, 'c') + Three.<String>last().apply("x", "y", "z"));
        BiFunction<String, Object, String> var = Lambdas::var;
        System.out.println(var.apply("v", 1) + Lambdas.<Function<String, Integer>>id(String::length).apply("12345"));
        Runnable r = (Runnable & Serializable & Marker) () -> System.out.println("marker");
        r.run();
        System.out.println((r instanceof Marker) + " " + (r instanceof Serializable) + ((Object) all instanceof Marker));
        Prim p = (b, sh, ch, l, fl) -> b + sh + ch + l + fl;
        System.out.println(p.f((byte) -1, (short) -2, 'a', w, 0.5f));
        Comparator<String> cmp = Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder());
        List<String> words = new ArrayList<>(Arrays.asList("bb", "a", "ccc", "aa", "b", "c"));
        words.sort(cmp);
        System.out.println(words);
        words.removeIf(x -> x.length() == 2);
        words.replaceAll(String::toUpperCase);
        words.forEach(System.out::println);
        Function<Integer, Function<Integer, Function<Integer, Integer>>> curry = a -> b -> x -> a * 100 + b * 10 + x;
        System.out.println(curry.apply(1).apply(2).apply(3));
        System.out.println(fix(x -> y -> y < 2 ? 1 : y * x.apply(y - 1)).apply(6));
        try { ((Thrower<Exception>) () -> { throw new Exception("thrown"); }).run(); } catch (Exception e) { System.out.println(e.getMessage()); }
        try { Object nothing = null; Supplier<String> bad = nothing::toString; System.out.println("not here"); } catch (NullPointerException e) { System.out.println("null"); }
        try { Function raw = f; raw.apply("string"); } catch (ClassCastException e) { System.out.println("cast"); }
        try { Function<Integer, Integer> un = Lambdas::unboxed; un.apply(null); } catch (NullPointerException e) { System.out.println("unbox"); }
        Runnable[] rs = new Runnable[3];
        for (int i = 0; i < 3; i++) { int k = i; rs[i] = () -> cell[0] += k * 10; }
        for (Runnable x : rs) x.run();
        System.out.println(cell[0]);
        Predicate<String> empty = String::isEmpty;
        System.out.println(empty.negate().and(x -> x.length() < 3).or("long one"::equals).test("long one"));
        BinaryOperator<Integer> max = BinaryOperator.maxBy(Comparator.naturalOrder());
        System.out.println(max.apply(3, 9) + " " + UnaryOperator.<String>identity().apply("id"));
    }

    static Function<Integer, Integer> fix(Function<Function<Integer, Integer>, Function<Integer, Integer>> f) { return x -> f.apply(fix(f)).apply(x); }
}
