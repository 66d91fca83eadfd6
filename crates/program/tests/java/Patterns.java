// needs: 21
import java.util.*;

/** Pattern switches and record patterns. */
public class Patterns {
    sealed interface Expr permits Num, Add, Mul, Neg, Var {}
    record Num(double v) implements Expr {}
    record Add(Expr l, Expr r) implements Expr {}
    record Mul(Expr l, Expr r) implements Expr {}
    record Neg(Expr e) implements Expr {}
    enum Var implements Expr { X, Y, Z }
    record Box<T>(T t, long n) {}
    enum Suit { CLUBS, HEARTS, SPADES }

    static double eval(Expr e) {
        return switch (e) {
            case Num(double v) -> v;
            case Add(Num(var a), Num(var b)) when a == b -> 2 * a;
            case Add(Expr l, Expr r) -> eval(l) + eval(r);
            case Mul(Num n, Expr r) when n.v() == 0 -> 0;
            case Mul(Expr l, Expr r) -> eval(l) * eval(r);
            case Neg(Neg(Expr inner)) -> eval(inner);
            case Neg(Expr inner) -> -eval(inner);
            case Var.X -> 10;
            case Var v -> v.ordinal();
        };
    }
    static String kind(Object o) {
        return switch (o) {
            case null -> "null!";
            case Integer i when i > 100 -> "big " + i;
            case Integer i -> "int " + i;
            case Long l -> "long " + (l + 1);
            case String s when s.length() > 3 && s.charAt(0) == 'x' -> "x-string";
            case String s -> "string " + s.length();
            case Character c -> "char " + (char) (c + 1);
            case int[] a when a.length > 2 -> "ints " + a[2];
            case int[] a -> "few ints";
            case Object[] os -> "objects " + os.length;
            case Suit s when s == Suit.HEARTS -> "red";
            case Suit s -> "suit " + s;
            case Box<?>(String s, long n) when n > 5 -> "box of string " + s + n;
            case Box<?>(var t, long n) -> "box " + kind(t) + n;
            case List<?> l when !l.isEmpty() -> "list " + kind(l.get(0));
            case Runnable r -> { r.run(); yield "ran"; }
            default -> "other " + o.getClass().getSimpleName();
        };
    }
    static String strings(String s) { return switch (s) { case "a", "b" -> "ab"; case String t when t.length() > 2 -> "long"; case "cc" -> "see"; case String t -> t + "?"; }; }
    static String suit(Suit s) { return switch (s) { case CLUBS -> "C"; case Suit t when t.ordinal() == 1 -> "one"; case HEARTS -> "never"; case SPADES -> "S"; case null -> "N"; }; }
    static String ints(Integer i) { return switch (i) { case 1 -> "one"; case 2 -> "two"; case Integer j when j > 10 -> "many"; case 5 -> "five"; case Integer j -> "" + j; }; }

    public static void main(String[] args) {
        Expr[] es = {new Num(2), new Add(new Num(3), new Num(3)), new Add(new Num(3), new Mul(new Num(0), Var.Z)), new Neg(new Neg(Var.Y)), new Neg(new Mul(Var.X, Var.Z))};
        for (Expr e : es) System.out.println(e + " " + eval(e));
        Object[] os = {null, 5, 500, 7L, "abc", "xabc", 'q', new int[] {1, 2, 3}, new int[0], new String[2], Suit.HEARTS, Suit.CLUBS, new Box<>("s", 9), new Box<>("s", 1), new Box<>(null, 2), List.of(3), List.of(), 1.5, (Runnable) () -> System.out.print("run ")};
        for (Object o : os) System.out.println(kind(o));
        for (String s : new String[] {"a", "b", "cc", "ccc", "d"}) System.out.println(strings(s));
        for (Suit s : new Suit[] {Suit.CLUBS, Suit.HEARTS, Suit.SPADES, null}) System.out.println(suit(s));
        for (int i : new int[] {1, 2, 3, 5, 50}) System.out.println(ints(i));
        try { strings(null); } catch (NullPointerException e) { System.out.println("npe"); }
        if (os[12] instanceof Box<?>(String s, long n) && n > 3) System.out.println(s + n);
        try { System.out.println(eval(new Add(null, null))); } catch (NullPointerException e) { System.out.println("null inside"); }
        try { if (new Bad(1) instanceof Bad(int v)) System.out.println(v); } catch (MatchException e) { System.out.println("match " + e.getCause().getMessage()); }
        for (Object o : os) { int r = 0; if (o instanceof Integer i && i > 10 || o instanceof Long) r = 1; if (!(o instanceof String s)) continue; r += s.length(); System.out.println(r); }
    }
    record Bad(int v) { public int v() { throw new IllegalStateException("accessor"); } }
}
